import {chmodSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {numbered, plainFolder, workTree} from '../../helpers/work-tree.ts';
import {clonesIn, serving} from './reading.ts';

const list = numbered('item', 12);

test.each([
	['--verify=true', 'there is no working tree'],
	['--fixup', 'there is no working tree'],
	['--hooks', 'there is no working tree'],
	['--commit', 'GitHub makes the commit'],
])('%s is a usage error, with the reason', async (flag, reason) => {
	const terminal = plainFolder().terminal(['review', '7', '--repo', 'octo/app', '--no-checkout', flag], {columns: 120});
	await terminal.waitFor(reason);
	expect(await terminal.ended).toBe(2);
});

test('the app reads, decides and edits without a checkout, and says what needs one', async () => {
	const tree = workTree({'src/list.txt': list.replace('item 1\n', 'item one\n')});
	const served = await serving(tree, {
		review: review =>
			review
				.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
				.comment('src/other.txt', 3, 'Why is this here?'),
	});
	const editor = join(served.outside.home, 'editor.sh');
	writeFileSync(editor, '#!/bin/sh\nsed -i "/ 8< /,/ >8 /{/^#/!s/.*/entry three/}" "$1"\n');
	chmodSync(editor, 0o755);
	const env = {...served.env, EDITOR: editor};
	const terminal = served.outside.terminal(['review', served.url, '--no-checkout'], {env, columns: 100});
	await terminal.waitFor('1 to apply');
	expect(clonesIn(served.env.TMPDIR)).toHaveLength(1);

	terminal.press('E');
	await terminal.waitFor('there is no file');
	terminal.press('je');
	await terminal.waitFor('2 to apply');

	tree.commit({'src/list.txt': `first\n${tree.read('src/list.txt')}`});
	tree.git('push', '-q', served.bare, 'HEAD:feature');
	terminal.press('rk');
	await terminal.waitFor('moved from line 2 to 3');

	terminal.press('q');
	await terminal.answer('Quit without applying 1 decision?', 'y');
	await terminal.ended;
	expect([clonesIn(served.env.TMPDIR), readdirSync(served.outside.root)]).toEqual([[], []]);
});
