import {expect, test} from 'vitest';
import {lookedAt} from '../../source/tui/review/diff-commands.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {expectFrame} from './golden-frames.ts';

const long = `${'a long line that '.repeat(12)}ends here.`;

async function deskWithLongLine(): Promise<Desk> {
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest('notes.md', 3, [long], {body: 'More words.'})
		.suggest('src/list.txt', [8, 9], [], {body: 'Too many.'})
		.save();
	return openDesk(tree, from);
}

const shown = ({state}: Desk) => lookedAt(state()).lines.map(textOf).join('\n');
const noticeOf = ({state}: Desk) => state().notice?.text;

test.each([
	['detail', []],
	['page', ['d']],
])('long lines are wrapped, or seen by scrolling sideways: %s', async (_, keys) => {
	const desk = await deskWithLongLine();
	desk.press(...keys);
	expect(shown(desk)).toContain('↳');
	desk.press(')');
	expect(noticeOf(desk)).toBe('long lines are wrapped; press W to change that');
	desk.press('W');
	expect(shown(desk)).not.toContain('↳');
	expect(shown(desk)).not.toContain('ends here.');
	desk.press('(');
	expect(noticeOf(desk)).toBe('this is where lines begin');
	for (let presses = 0; presses < 20 && noticeOf(desk) !== 'no line goes on at the right'; presses++) desk.press(')');
	expect(noticeOf(desk)).toBe('no line goes on at the right');
	expect(shown(desk)).toContain('ends here.');
	for (let presses = 0; presses < 20 && noticeOf(desk) !== 'this is where lines begin'; presses++) desk.press('(');
	expect(shown(desk)).toContain('+ a long line');
	desk.press('W');
	expect(shown(desk)).toContain('↳');
});

test('another finding is shown from the beginning of its lines', async () => {
	const desk = await deskWithLongLine();
	desk.press('W', ')', 'j');
	expect(desk.state()).toMatchObject({sideways: 0});
	desk.press('k', ')', 'd');
	expect(desk.state()).toMatchObject({sideways: 0});
});

test('old and new lines are side by side if they have room, or if chosen', async () => {
	const desk = await deskWithLongLine();
	expect(shown(desk)).not.toContain('│');
	desk.press('|');
	expect(shown(desk)).toContain('│');
	desk.press('|', 'd');
	expect(shown(desk)).not.toContain('│');
	desk.press('|');
	expect(shown(desk)).toContain('│');
	desk.store.dispatch({type: 'resize', size: {columns: 50, rows: 20}});
	expect(shown(desk)).not.toContain('│');
	desk.press('|');
	expect(noticeOf(desk)).toBe('old and new lines have no room side by side');
});

test('the page stays at its file when its lines are rearranged', async () => {
	const desk = await deskWithLongLine();
	desk.store.dispatch({type: 'resize', size: {columns: 120, rows: 12}});
	desk.press('d', 'n');
	const fileAtTop = () => {
		const {dialog, resultDiff} = desk.state();
		const top = dialog?.kind === 'page' ? dialog.top : -1;
		return resultDiff?.files.findLast(file => file.top <= top)?.path;
	};
	expect(fileAtTop()).toBe('src/list.txt');
	for (const key of ['|', 'W', '|', 'W']) {
		desk.press(key);
		expect(fileAtTop()).toBe('src/list.txt');
	}
});

test('a file of the page gets its syntax colors when it becomes visible', async () => {
	const code = numbered('const value = ', 40);
	const tree = workTree({'a.ts': code, 'b.ts': code, 'c.ts': code});
	const review = reviewOf(tree);
	for (const path of ['a.ts', 'b.ts', 'c.ts']) review.suggest(path, 20, ['const value = 0']);
	const desk = await openDesk(tree, review.save());
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 12}});
	desk.press('d');
	const colored = () => {
		const {lines, files} = desk.state().resultDiff!;
		const keywords = lines.flatMap((each, at) => (each.some(({tone}) => tone === 'keyword') ? at : []));
		return files.map(({top}, at) => keywords.some(line => line > top && line < (files[at + 1]?.top ?? lines.length)));
	};
	expect(colored()).toEqual([true, false, false]);
	desk.press('G');
	expect(colored()).toEqual([true, false, true]);
	desk.press('}');
	expect(colored()).toEqual([false, false, true]);
});

test('old and new lines side by side', async () => {
	const desk = await deskWithLongLine();
	desk.press('d');
	await expectFrame(desk.tree, [{columns: 120, rows: 40}], 'split-120x40');
});
