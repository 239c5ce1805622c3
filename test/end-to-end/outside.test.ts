import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bot, user} from '../emulators/github/data.ts';
import {fault} from '../emulators/github/faults.ts';
import {expectEnded, open} from '../helpers/app-terminal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {pushing} from './closing/pushing.ts';

/** A shell that the app can be stopped in. */
const jobs = `set -m; "$@"; echo stopped; read -r line; fg > /dev/null; echo "code $?"; stty -a`;

const [on, off, got] = ['\x1b[?1004h', '\x1b[?1004l', '\x1b[I'];

test('the focus is reported while the app has the terminal, and a new comment is noticed with it', async () => {
	const at = await pushing({
		review: review => void review.suggest('src/list.txt', 2, ['item two'], {author: bot('coderabbitai')}),
	});
	const terminal = open(at.tree, ['review', '7'], {env: at.env, shell: jobs});
	await terminal.waitFor('Space apply');
	at.review.pullRequest.comment({body: 'Please wait.', author: user('ann')});
	terminal.press(got);
	await terminal.waitFor('1 new review or comment; press r to read');
	at.tree.git('switch', '-q', '-c', 'side');
	terminal.press(got);
	await terminal.waitFor(/you switched from feature\S* to side/);
	expect(at.host.requests.filter(({operation}) => operation === 'Activity')).toHaveLength(1);
	terminal.press('\x1a');
	await terminal.waitFor(/^stopped$/m);
	expect(terminal.raw().lastIndexOf(off)).toBeGreaterThan(terminal.raw().lastIndexOf(on));
	terminal.press('go on\r');
	await terminal.waitFor('q quit');
	terminal.press('q');
	await expectEnded(terminal, 0);
	expect(terminal.raw().lastIndexOf(off)).toBeGreaterThan(terminal.raw().lastIndexOf(on));
});

test('a host that refuses is not asked again at once, and nothing is said of it', async () => {
	const at = await pushing({
		review: review => void review.suggest('src/list.txt', 2, ['item two'], {author: bot('coderabbitai')}),
	});
	at.host.faults.on('Activity', fault.secondaryLimit());
	const terminal = open(at.tree, ['review', '7'], {env: at.env});
	await terminal.waitFor('Space apply');
	terminal.press(got);
	terminal.press(got);
	terminal.press('?');
	await terminal.waitFor('/ search');
	expect(at.host.requests.filter(({operation}) => operation === 'Activity').length).toBeLessThan(2);
	terminal.press('q');
	terminal.press('q');
	await terminal.ended;
});

test('a recording is compared with the files alone', async () => {
	const tree = workTree({'notes.md': '1\n2\n3\n'});
	const from = reviewOf(tree).suggest('notes.md', 2, ['two']).save();
	const terminal = open(tree, ['review', '--from', from]);
	await terminal.waitFor('Space apply');
	writeFileSync(join(tree.root, 'notes.md'), '1\ntwo\n3\n');
	terminal.press(got);
	await terminal.waitFor('read again: notes.md changed on disk');
	await terminal.waitFor('already-applied');
	terminal.press('q');
	await terminal.ended;
});
