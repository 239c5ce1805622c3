import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {leaveNextSteps, writePlanned} from '../helpers/app-terminal.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

/** A comment in words, a suggestion on edited lines, one on deleted lines, and a conflict: none of them applies by itself. */
function openWork(tree: WorkTree): string {
	const from = reviewOf(tree)
		.comment('notes.md', 3, 'Please number these.')
		.suggest('src/list.txt', 4, ['item IV'], {body: 'Roman.'})
		.suggest('src/list.txt', 9, ['item IX'], {body: 'Roman, too.'})
		.suggest('src/other.txt', 2, ['entry II'], {body: 'Roman as well.'})
		.suggest('src/other.txt', 2, ['entry two'], {body: 'In words.'})
		.save();
	tree.put({'src/list.txt': numbered('item', 12).replace('item 4', 'item four').replace('item 9\n', '')});
	return from;
}

const script = `#!/bin/sh
for f in "$@"; do :; done
sed -i '/ 8< /,/ >8 /{s/^item four$/item IV/;s/^entry II$/second entry/;s/^First.$/1st./}' "$f"
`;

test('all that needs you is decided by keys, and replayed without the app to the same bytes', async () => {
	const tree = workTree();
	const from = openWork(tree);
	const apart = tree.copy();
	const editor = join(tree.home, 'editor.sh');
	writeFileSync(editor, script);
	chmodSync(editor, 0o755);
	const terminal = tree.terminal(['review', '--from', from], {env: {EDITOR: editor}});
	await terminal.waitFor('4 to decide');
	terminal.press('x');
	await terminal.waitFor(/reason \(optional\)/i);
	terminal.press('not needed\r');
	await terminal.waitFor('your decision: read, nothing to do (not needed)');
	terminal.press('ne');
	await terminal.waitFor('3 to decide');
	terminal.press('nx');
	await terminal.waitFor(/reason \(optional\)/i);
	terminal.press('the line is gone\r');
	await terminal.waitFor('2 to decide');
	terminal.press('ne');
	await terminal.waitFor('2 to apply');
	expect(terminal.screen()).not.toContain('to decide');
	terminal.press('n');
	await terminal.waitFor('no open finding in the list');
	terminal.press('w');
	await terminal.waitFor('Save decisions to');
	terminal.press('\x15../mine.json\r');
	await terminal.waitFor('saved 4 decisions');
	await writePlanned(terminal, 'Write ', 'wrote 2 changes to 2 files');
	await leaveNextSteps(terminal);
	terminal.press('q');
	expect(await terminal.ended).toBe(0);

	const file = join(tree.root, '../mine.json');
	const {code, json} = await apart.run(['apply', '--from', from, '--decisions', file, '--json']);
	expect([code, json]).toMatchObject([0, {summary: {applied: 2, declined: 3}, warnings: [{kind: 'other-branch'}]}]);
	expect(apart.snapshot()).toEqual(tree.snapshot());
	expect(tree.read('src/list.txt')).toContain('item IV\n');
	expect(tree.read('src/other.txt')).toContain('second entry\n');
});
