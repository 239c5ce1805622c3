import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';

test('a closed terminal loses no decisions: the next review offers to continue, and apply ignores them', async () => {
	const tree = workTree();
	const before = tree.snapshot();
	const from = reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
		.save();
	const shell = '"$@" < /dev/tty & echo $! > ../pid; wait $!; echo "code $?"';
	const closed = tree.terminal(['review', '--from', from], {shell});
	await closed.waitFor('1 to apply');
	closed.press('x');
	await closed.waitFor('Reason (optional)');
	closed.press('not now\rj ');
	await closed.waitFor('1 to apply');
	await closed.waitFor('your choice');
	process.kill(Number(tree.read('../pid')), 'SIGHUP');
	await closed.ended;
	expect(tree.snapshot()).toEqual(before);

	const terminal = tree.terminal(['review', '--from', from]);
	await terminal.waitFor(/Continue with 2 decisions from .*, or start over\?/);
	await terminal.answer('y continue (Enter)', 'y');
	await terminal.waitFor('restored 2 decisions');
	await terminal.waitFor('declined by you: not now');
	terminal.press('q');
	await terminal.answer('Quit without applying 2 decisions?', 'y');
	await terminal.ended;
	expect(terminal.screen()).toContain('2 decisions kept; the next pr-resolve review offers to continue');

	const lines = tree.terminal(['review', '--from', from, '--screen-reader']);
	await lines.waitFor(/Continue with 2 decisions from .*, or start over\?/);
	await lines.waitFor('y (continue) or n (start over)?');
	lines.press('n\r');
	lines.press('list\r');
	await lines.waitFor('As a number. (planned)');
	lines.press('q\r');
	expect(await lines.ended).toBe(3);

	const {json} = await tree.run(['apply', '--from', from, '--json']);
	expect(json).toMatchObject({summary: {applied: 1, conflict: 2}});
});
