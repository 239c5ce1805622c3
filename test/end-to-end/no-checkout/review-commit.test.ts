import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {eventually} from '../../helpers/wait.ts';
import {numbered} from '../../helpers/work-tree.ts';
import {gitThat} from '../closing/git-that.ts';
import {applying} from './applying.ts';
import {clonesIn} from './reading.ts';

type Applying = Awaited<ReturnType<typeof applying>>;

const list = numbered('item', 12);

/** The review without a checkout, once it has a plan. */
async function reviewing({outside, url, env}: Applying, ...flags: string[]) {
	const terminal = outside.terminal(['review', url, '--no-checkout', ...flags], {env, columns: 100, rows: 30});
	await terminal.waitFor('2 to apply');
	return terminal;
}

/** The same with the steps offered, and all of them looked up. */
async function offered(opened: Applying, ...flags: string[]) {
	const terminal = await reviewing(opened, ...flags);
	terminal.press('A');
	// Keys pressed before it was seen start nothing.
	await terminal.answer('thumbs up on', '');
	return terminal;
}

test('A offers the commit on GitHub first; y makes it, replies and resolves, and the folder stays as it was', async () => {
	const opened = await applying();
	const {there, fileThere, threads, outside, env, tree} = opened;
	const before = there();
	const terminal = await offered(opened);
	expect(terminal.screen()).toMatch(/1 \[ \] commit +octo\/app feature through GitHub/);
	expect(terminal.screen()).toContain('2 changes in 2 files: Apply suggestions from code review');
	expect(terminal.screen()).not.toMatch(/verify|push/);
	terminal.press('1');
	await terminal.waitFor('[x] commit');
	terminal.press('3');
	terminal.press('4');
	await terminal.waitFor('[x] resolve ');
	terminal.press('\r');
	await terminal.waitFor('y starts it');
	expect(there()).toBe(before);
	terminal.press('y');
	await terminal.waitFor('2 resolved');
	expect(opened.git('rev-parse', 'refs/heads/feature^')).toBe(before);
	expect(opened.git('diff', '--numstat', before, there()).split('\n')).toEqual([
		'1\t1\tsrc/list.txt',
		'1\t1\tsrc/other.txt',
	]);
	expect(fileThere('src/list.txt')).toBe(list.replace('item 2\n', 'item two\n'));
	expect(threads()).toEqual(Array.from({length: 2}, () => [true, `Applied in ${there()}.`]));
	await terminal.waitFor(/Undo: pr-resolve undo \S+ --publish/);
	terminal.press('q');
	await terminal.waitFor('2 applied');
	terminal.press('U');
	await terminal.waitFor(/it is pushed; undo it with: pr-resolve undo \S+ --publish/);
	terminal.press('A');
	await terminal.waitFor('nothing to commit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toMatch(/^undo with: pr-resolve undo \S+ --publish$/m);
	expect([clonesIn(env.TMPDIR), readdirSync(outside.root)]).toEqual([[], []]);
	expect(tree.read('src/list.txt')).toBe(list);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: [{state: 'done'}]});
});

test.each(['n', '\x1b', '\r'])('%j writes nothing', async key => {
	const opened = await applying();
	const before = opened.there();
	const terminal = await offered(opened);
	terminal.press(key === 'n' ? 'nq' : key);
	await terminal.waitFor('A commit', 15_000);
	terminal.press('q');
	await terminal.ended;
	expect([opened.there(), opened.threads(), opened.host.writes]).toEqual([before, [[false], [false]], []]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test('flags tick; a branch that has moved is planned again, and C offers the replies later', async () => {
	const opened = await applying();
	const terminal = await offered(opened, '--push', '--message', 'Take {count} of them');
	expect(terminal.screen()).toMatch(/\[x\] commit[\s\S]*2 changes in 2 files: Take 2 of them/);
	const theirs = opened.moveThere({'src/list.txt': `before\n${list.replace('item 2\n', 'my own\n')}`});
	terminal.press('y');
	await terminal.waitFor(/Committed [0-9a-f]{10} Take 1 of them[\s\S]*Undo: pr-resolve undo/);
	expect([opened.git('log', '-1', '--format=%s', 'feature'), opened.git('rev-parse', 'feature^')]).toEqual([
		'Take 1 of them',
		theirs,
	]);
	expect(opened.git('diff', '--numstat', theirs, opened.there())).toBe('1\t1\tsrc/other.txt');
	terminal.press('q');
	await terminal.waitFor('1 to decide');
	terminal.press('C');
	await terminal.answer('thumbs up on 1 comment', '3y');
	await terminal.waitFor('1 reply');
	expect(opened.threads()[1]).toEqual([false, `Applied in ${opened.there()}.`]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: [{state: 'done'}]});
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(3);
});

test('two commits in one review: the second has only what was decided since', async () => {
	const opened = await applying();
	const terminal = await reviewing(opened);
	terminal.press('x');
	await terminal.answer('Reason', '\r');
	await terminal.waitFor('1 to apply');
	terminal.press('A');
	await terminal.answer('thumbs up on', '1y');
	await terminal.waitFor('Undo: pr-resolve undo');
	const first = opened.there();
	expect(opened.fileThere('src/list.txt')).toBe(list);
	terminal.press('q');
	await terminal.waitFor('1 applied');
	terminal.press(' ');
	await terminal.waitFor('1 to apply');
	terminal.press('A');
	await terminal.answer('thumbs up on', '1y');
	await terminal.waitFor('Undo: pr-resolve undo');
	expect(opened.git('rev-parse', 'feature^')).toBe(first);
	expect(opened.git('diff', '--numstat', first, opened.there())).toBe('1\t1\tsrc/list.txt');
	terminal.press('q');
	await terminal.waitFor('2 applied');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('text mode offers the same, with what a filter hides', async () => {
	const opened = await applying();
	const {outside, url, env, there} = opened;
	const terminal = outside.terminal(['review', url, '--no-checkout', '--screen-reader'], {env, columns: 120, rows: 60});
	await terminal.waitFor('2 findings, ');
	terminal.press('/\r');
	await terminal.answer('Filter', 'list\r');
	await terminal.waitFor('1 of 2 match');
	terminal.press('A\r');
	await terminal.waitFor('the filter hides 1 of these findings');
	await terminal.answer('react, not ticked: after a commit: thumbs up on 2 comments', '1\r');
	await terminal.waitFor('1. commit, ticked: octo/app feature through GitHub');
	const before = there();
	terminal.press('y\r');
	await terminal.waitFor(/committed [0-9a-f]{10} on feature, pushed to octo\/app feature/);
	expect(opened.git('rev-parse', 'feature^')).toBe(before);
	terminal.press('q\r');
	expect(await terminal.ended).toBe(0);
});

test('with nothing to commit, C answers what is on the head already', async () => {
	const opened = await applying();
	const {outside, url, env, moveThere, threads} = opened;
	const done = {'src/list.txt': list.replace('item 2\n', 'item two\n')};
	const theirs = moveThere({...done, 'src/other.txt': numbered('entry', 6).replace('entry 3\n', 'entry three\n')});
	const terminal = outside.terminal(['review', url, '--no-checkout'], {env, columns: 100, rows: 30});
	await terminal.waitFor('C next steps');
	terminal.press('A');
	await terminal.waitFor('nothing to commit');
	terminal.press('C');
	await terminal.waitFor(/commit +nothing is planned/);
	// Before all is looked up, y starts nothing.
	await terminal.answer(/\[ \] resolve +2 threads/, '34');
	await terminal.waitFor('[x] resolve ');
	await terminal.answer('y start', 'y');
	await terminal.waitFor('2 resolved');
	expect(threads()).toEqual(Array.from({length: 2}, () => [true, `Already done in ${theirs}.`]));
	expect(opened.there()).toBe(theirs);
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('f limits the commit to what the filter lists, and the rest stays planned', async () => {
	const opened = await applying();
	const terminal = await reviewing(opened);
	terminal.press('/');
	await terminal.answer('Filter', 'list\r');
	await terminal.waitFor('1/1 by file');
	terminal.press('A');
	await terminal.answer('the filter hides 1 of these findings', 'f');
	await terminal.waitFor('limited to the listed findings');
	expect(terminal.screen()).toContain('1 change in 1 file');
	expect(terminal.screen()).toContain('f all');
	await terminal.answer('thumbs up on 1 comment', 'f');
	await terminal.waitFor('2 changes in 2 files');
	await terminal.answer('thumbs up on 2 comments', 'f');
	await terminal.waitFor('1 change in 1 file');
	await terminal.answer('thumbs up on 1 comment', '1y');
	await terminal.waitFor('Undo: pr-resolve undo');
	expect(opened.git('diff', '--numstat', 'feature^', 'feature')).toBe('1\t1\tsrc/list.txt');
	terminal.press('q');
	await terminal.waitFor('1 to apply');
	terminal.press('A');
	await terminal.waitFor('1 change in 1 file');
	expect(terminal.screen()).not.toContain('limited');
	await terminal.answer('thumbs up on 1 comment', '1y');
	await terminal.waitFor('Undo: pr-resolve undo');
	expect(opened.git('diff', '--numstat', 'feature^', 'feature')).toBe('1\t1\tsrc/other.txt');
	terminal.press('q');
	await terminal.waitFor('q quit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
});

test('a fetch that hangs after the commit does not hold the app: Ctrl-C ends it', async () => {
	const hanging = join(newFolder(), 'hanging');
	const {env: slow, calls} = gitThat('fetch', `test -e ${hanging} && exec sleep 600`);
	const opened = await applying();
	const env = {...opened.env, ...slow};
	const terminal = await offered({...opened, env});
	const before = opened.there();
	const fetches = () => calls().match(/ fetch /g)?.length ?? 0;
	const earlier = fetches();
	writeFileSync(hanging, '');
	terminal.press('1');
	await terminal.waitFor('[x] commit');
	terminal.press('y');
	await eventually(() => expect([opened.there() !== before, fetches() > earlier]).toEqual([true, true]));
	terminal.press('\x03');
	await terminal.waitFor('stopped');
	await terminal.waitFor('2 applied');
	terminal.press('A');
	await terminal.waitFor('nothing to commit');
	terminal.press('q');
	expect(await terminal.ended).toBe(0);
	expect(terminal.screen()).toMatch(/pr-resolve undo \S+ --publish/);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: [{state: 'done'}]});
});
