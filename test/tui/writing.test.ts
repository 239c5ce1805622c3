import {describe, expect, test} from 'vitest';
import {advise, again} from '../../source/failure.ts';
import {codeOf, summaryOf} from '../../source/tui/review/review-app.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {bot, user} from '../emulators/github/data.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {expectFrame} from './golden-frames.ts';
import {frameOf, mount} from './mount.ts';

/** Two that want the same, one more on another file, one of a stranger, and two in conflict. */
function fiveWishes(tree: WorkTree): string {
	return reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.', author: user('ann')})
		.suggest('notes.md', 3, ['1st.'], {body: 'Shorter.', author: bot('greptile-apps')})
		.suggest('src/list.txt', 8, ['item eight'], {body: 'In words.', author: user('ann')})
		.suggest('src/list.txt', 2, ['item two'], {body: 'Words.', author: user('ben')})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.', author: user('cid')})
		.save();
}

function questionOf({state}: Desk): string[] {
	const {dialog} = state();
	if (dialog?.kind !== 'confirm') return [];
	return [dialog.question.title, ...dialog.question.lines.map(each => textOf(each).trim())];
}

/** Until the question is asked again, with another plan. */
const askedAgain = async ({until}: Desk, only: boolean) =>
	until(({dialog, only: limit}) => dialog?.kind === 'confirm' && (limit !== null) === only);

const outcomes = ({state}: Desk) => [...state().index.judged.values()].map(({verdict}) => verdict.outcome);

describe('the question before writing', () => {
	test('it counts findings and changes, unseen ones and those that stay open', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, fiveWishes(tree));
		desk.press('A');
		expect(questionOf(desk)).toEqual([
			'Write 3 findings as 2 changes to 2 files (+2 -2 lines)?',
			"Note that the working tree is on main, but the pull request's branch is feature.",
			'2 findings share 1 change.',
			'You have not looked at 2 of these findings.',
			'Open after this: 2 to decide.',
			'+1 -1  notes.md',
			'+1 -1  src/list.txt',
		]);
		desk.press('n', 'j', 'j', 'j', 'j', 'j', 'A');
		expect(questionOf(desk).join()).not.toContain('looked at');
	});

	test('the files are aligned, whatever the number of their changed lines', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.suggest('notes.md', 3, ['1st.'])
			.suggest('src/list.txt', 2, Array(12).fill('item'))
			.save();
		const desk = await openDesk(tree, from);
		desk.press('A');
		expect(questionOf(desk).slice(-2)).toEqual(['+1 -1  notes.md', '+12 -1  src/list.txt']);
		expect(frameOf(desk.state())).toContain('   +1 -1  notes.md');
	});

	test('the other side of a conflict counts as looked at once it is selected', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, fiveWishes(tree));
		desk.press('j', 'j', 'right', 'space');
		await desk.until(() => outcomes(desk).filter(outcome => outcome === 'planned').length === 4);
		desk.press('A');
		expect(questionOf(desk)[0]).toContain('Write 4 findings');
		expect(questionOf(desk)).toContain('You have not looked at 1 of these findings.');
	});

	test('it can be limited to the listed findings, and only their changes are written', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, fiveWishes(tree));
		const before = tree.read('notes.md');
		desk.press('/', ...'words.', 'enter', 'A');
		expect(questionOf(desk)).toContain('The filter hides 2 of these findings; f writes only those that it lists.');
		desk.press('f');
		await askedAgain(desk, true);
		expect(questionOf(desk)).toEqual([
			'Write 1 change to 1 file (+1 -1 lines)?',
			"Note that the working tree is on main, but the pull request's branch is feature.",
			'Limited to the listed findings; 2 other findings stay planned.',
			'You have not looked at it.',
			'Open after this: 2 to decide.',
			'+1 -1  src/list.txt',
		]);
		desk.press('d');
		expect(desk.state().resultDiff?.files.map(({path}) => path)).toEqual(['src/list.txt']);
		desk.press('escape', 'y');
		await desk.until(({runs}) => runs.length > 0);
		await desk.planned();
		expect(tree.read('notes.md')).toBe(before);
		expect(tree.read('src/list.txt')).toBe(numbered('item', 12).replace('item 8\n', 'item eight\n'));
		expect(outcomes(desk)).toEqual(['planned', 'planned', 'applied', 'conflict', 'conflict']);
		expect(desk.state()).toMatchObject({only: null, history: {now: new Map()}});
		expect(summaryOf(desk.state())).toContain('1 applied, 2 planned, 2 in conflict');
		expect(codeOf(desk.state())).toBe(3);
		desk.press('A');
		expect(questionOf(desk)[0]).toBe('Write 2 findings as 1 change to 1 file (+1 -1 lines)?');
	});

	test.each([
		['refused', ['n']],
		['interrupted', ['ctrl+c']],
		['lifted', ['f']],
	])('a limit that is %s leaves everything planned', async (_, keys) => {
		const tree = workTree();
		const desk = await openDesk(tree, fiveWishes(tree));
		desk.press('/', ...'words.', 'enter', 'A', 'f');
		await askedAgain(desk, true);
		desk.press(...keys);
		await desk.until(({stage, planned, only}) => stage === 'open' && only === null && !planned?.analysis.only);
		if (keys[0] !== 'f') desk.press('A');
		expect(questionOf(desk)[0]).toBe('Write 3 findings as 2 changes to 2 files (+2 -2 lines)?');
		expect(outcomes(desk)).toEqual(['planned', 'planned', 'planned', 'conflict', 'conflict']);
	});

	test('a decision on a finding that is not listed stays for a later run', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
			.suggest('src/list.txt', 8, ['item eight'], {body: 'In words.'})
			.suggest('src/list.txt', 10, ['item X'], {body: 'Roman.'})
			.save();
		const desk = await openDesk(tree, from);
		desk.press('G', 'x', 'enter');
		await desk.planned();
		desk.press('/', ...'words.', 'enter', 'A', 'f');
		await askedAgain(desk, true);
		desk.press('y');
		await desk.until(({runs}) => runs.length > 0);
		await desk.planned();
		desk.press('q');
		expect(questionOf(desk)[0]).toBe('Quit without applying 1 decision?');
	});

	test('every line of it can be reached in the smallest window', async () => {
		const files = Object.fromEntries(
			Array.from({length: 30}, (_, index) => [`folder/file-${index}.txt`, 'one\ntwo\n']),
		);
		const tree = workTree(files);
		const review = reviewOf(tree);
		for (const path of Object.keys(files)) review.suggest(path, 2, ['zwei']);
		const desk = await openDesk(tree, review.save());
		desk.store.dispatch({type: 'resize', size: {columns: 40, rows: 12}});
		desk.press('A');
		const shown = new Set<string>();
		for (let presses = 0; presses < 60; presses++) {
			const rows = frameOf(desk.state()).split('\n');
			expect(rows).toHaveLength(12);
			for (const each of rows) shown.add(each.trim());
			desk.press('down');
		}
		for (const path of Object.keys(files)) expect([...shown]).toContain(`+1 -1  ${path}`);
		const atEnd = frameOf(desk.state());
		desk.press('end');
		expect(frameOf(desk.state())).toBe(atEnd);
		expect(desk.state().dialog?.kind).toBe('confirm');
	});

	test.each([
		['write-80x24', {columns: 80, rows: 24}],
		['write-40x12', {columns: 40, rows: 12}],
	])('%s', async (name, size) => {
		const tree = workTree();
		const desk = await openDesk(tree, fiveWishes(tree));
		const {press} = await mount(desk.tree, size);
		await press('/words.\r');
		await press('A');
		await expectFrame(desk.tree, [size], name);
	});
});

test('the question of q names the keys that work', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save();
	const desk = await openDesk(tree, from);
	desk.press('space');
	await desk.planned();
	desk.press('q');
	expect(questionOf(desk).at(-1)).toBe(
		'The next review offers to continue with it. w saves it to a file, A writes the files.',
	);
	desk.press('n', 'space');
	await desk.planned();
	desk.press('x', 'enter');
	await desk.planned();
	desk.press('q');
	expect(questionOf(desk).at(-1)).not.toContain('A writes');
	desk.press('A');
	expect(desk.state().dialog).toMatchObject({kind: 'confirm', question: {what: 'quit'}});
});

test('an undo does not mention a file that was never written', async () => {
	const tree = workTree();
	const desk = await openDesk(tree, fiveWishes(tree));
	tree.put({'src/list.txt': `${tree.read('src/list.txt')}edited meanwhile\n`});
	desk.press('A', 'y');
	await desk.until(({runs}) => runs.length > 0);
	await desk.planned();
	expect(desk.state().notice).toMatchObject({tone: 'bad', text: expect.stringContaining('src/list.txt')});
	desk.press('U', 'y');
	await desk.until(({undone}) => undone !== null);
	expect(desk.state().notice).toMatchObject({
		tone: 'good',
		text: expect.stringMatching(/^undid \S+: 1 file restored$/),
	});
});

test.each([
	['writing', 'press A'],
	['delivering', 'press C'],
	['undoing', 'press U'],
	['asking', 'press m'],
] as const)('what fails while %s names the key that does it again', async (stage, key) => {
	const tree = workTree();
	const {store, state} = await openDesk(tree, fiveWishes(tree));
	Object.assign(store.state(), {stage});
	const remedy = advise`Free some memory, then ${again}.`;
	store.dispatch({type: 'failed', during: 'work', trouble: {message: 'Not enough memory', remedy}});
	expect(state().notice?.text).toBe(`Not enough memory. Free some memory, then ${key}.`);
});
