import {copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readDecisions} from '../../source/run/decisions/decisions-file.ts';
import type {EditorDraft} from '../../source/tui/draft-file.ts';
import type {EditResult} from '../../source/tui/editor.ts';
import {detailLines} from '../../source/tui/review/detail.ts';
import {fieldNote} from '../../source/tui/review/field-note.ts';
import {codeOf, summaryOf} from '../../source/tui/review/review-app.ts';
import {selectedRow} from '../../source/tui/review/selection.ts';
import {stylerOf} from '../../source/tui/styles.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {usualLooks} from '../../source/tui/theme.ts';
import {user} from '../emulators/github/data.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {eventually} from '../helpers/wait.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, makeDesk, markedLines, openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

/** One plain change, and two that want different things of one line. */
function threeChanges(tree: WorkTree): string {
	return reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
		.save();
}

const titles = ({state}: Desk) =>
	state().list.rows.flatMap(row => (row.kind === 'finding' ? [`${row.title} ${row.entry.verdict?.outcome}`] : []));
const detail = ({state}: Desk, width = 100) => detailLines(state(), width).map(textOf).join('\n');

describe('decisions', () => {
	test('Space chooses a side of a conflict, and then the other one', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		expect(titles(desk)).toEqual(['As a number. planned', 'Roman. conflict', 'In words. conflict']);
		desk.press('j', 'right', 'space');
		await desk.planned();
		expect(titles(desk)).toEqual(['As a number. planned', 'Roman. declined', 'In words. planned']);
		desk.press('left', 'space');
		await desk.planned();
		expect(titles(desk)).toEqual(['As a number. planned', 'Roman. planned', 'In words. declined']);
		expect([...desk.state().history.now.values()]).toMatchObject([{action: 'apply', by: 'person'}]);
	});

	test('Space twice drops the decision', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j', 'space');
		await desk.planned();
		desk.press('space');
		await desk.planned();
		expect(titles(desk)[1]).toBe('Roman. conflict');
		expect(desk.state().history.now.size).toBe(0);
	});

	test('x asks for a reason and keeps it; z undoes the decision and Z redoes it', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('x', ...'not', 'space', ...'now', 'enter');
		await desk.planned();
		expect(titles(desk)[0]).toBe('As a number. declined');
		expect(detail(desk)).toContain('- declined by you: not now\n');
		expect(detail(desk)).not.toContain('decision');
		desk.press('z');
		await desk.planned();
		expect(titles(desk)[0]).toBe('As a number. planned');
		desk.press('Z');
		await desk.planned();
		expect(titles(desk)[0]).toBe('As a number. declined');
	});

	test('letters typed in a text field are no commands', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('x', ...'qAUz', 'backspace');
		expect(desk.state().dialog).toMatchObject({kind: 'field', field: {text: 'qAU'}});
		desk.press('escape');
		expect([desk.state().dialog, desk.state().history.now.size, desk.done.quit]).toEqual([null, 0, []]);
	});

	test('an edit replaces the suggestion', async () => {
		const tree = workTree();
		const seen: unknown[] = [];
		const edit = async ({lines, path}: EditorDraft): Promise<EditResult> => {
			seen.push(lines, path);
			return {kind: 'edited', lines: ['First of all.']};
		};
		const desk = await openDesk(tree, threeChanges(tree), {edit});
		desk.press('e');
		await desk.until(({history}) => history.now.size === 1);
		await desk.planned();
		expect(seen).toEqual([['1st.'], 'notes.md']);
		expect(detail(desk)).toContain('+ First of all.');
	});

	test('} and { show more and fewer lines around a change, which stays in its row', async () => {
		const tree = workTree({'long.txt': numbered('line', 200)});
		const desk = await openDesk(tree, reviewOf(tree).suggest('long.txt', 100, ['line C']).save());
		const rowOf = () => {
			const {detail, scroll} = desk.state();
			return detail!.lines.findIndex(each => textOf(each).includes('+ line C')) - scroll;
		};
		desk.press('}', '}', '2', ...'jjjjjjjjjj');
		const row = rowOf();
		for (const key of '}}') {
			desk.press(key);
			expect(rowOf()).toBe(row);
		}
		expect(detail(desk)).toContain('line 1\n');
		desk.press('}');
		expect(desk.state().notice?.text).toBe('no more lines to show');
		desk.press(...'{{{{{{');
		expect(detail(desk)).toMatch(/at line 100, unchanged\n100 - line 100\n100 \+ line C\n\nBetter so/);
		desk.press('{');
		expect(desk.state().notice?.text).toBe('only the change is shown');
	});

	test('d shows the diff of all planned changes by file, without declined ones', async () => {
		const tree = workTree({
			'a.txt': numbered('line', 60),
			'b.txt': numbered('row', 60).replace('row 29', 'row \x1b[31m29'),
			'c.txt': 'one\n',
		});
		const from = reviewOf(tree)
			.suggest('a.txt', 30, ['line XXX', 'line more'])
			.suggest('a.txt', 2, [])
			.suggest('b.txt', 30, ['row XXX'])
			.suggest('c.txt', 1, ['two'])
			.save();
		const desk = await openDesk(tree, from);
		desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 14}});
		desk.press('G', 'x', 'enter');
		await desk.planned();
		desk.press('A', 'd');
		const shown = () => desk.state().resultDiff!;
		const text = () => shown().lines.map(textOf).join('\n');
		expect(shown().files.map(({path}) => path)).toEqual(['a.txt', 'b.txt']);
		expect(text()).toMatch(/^a\.txt {2}\+2 -2\n/);
		expect(text()).toContain(' 2 - line 2\n');
		expect(text()).toContain('30 - line 30\n29 + line XXX\n30 + line more\n');
		expect(text()).toContain('29   row \\u001b[31m29\n30 - row 30\n30 + row XXX\n');
		expect(text()).not.toContain('two');
		const title = () => frameOf(desk.state()).split('\n')[1];
		expect(title()).toContain('diff 1 of 2: a.txt');
		desk.press('n');
		expect(title()).toContain('diff 2 of 2: b.txt');
		const page = () => frameOf(desk.state()).split('\n');
		const row = page().findIndex(each => each.includes('+ row'));
		desk.press('}', '}');
		expect(page().findIndex(each => each.includes('+ row'))).toBe(row);
		desk.press('d');
		expect(desk.state()).toMatchObject({dialog: {kind: 'confirm', question: {what: 'apply'}}, resultDiff: null});
		desk.press('n', 'd', 'd');
		expect(desk.state()).toMatchObject({dialog: null, resultDiff: null});
	});

	test('an editor that fails changes nothing and is reported', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree), {edit: () => Promise.reject(new Error('no such editor'))});
		desk.press('e');
		await desk.until(({notice}) => notice !== null);
		expect(desk.state()).toMatchObject({stage: 'open', notice: {tone: 'bad'}, history: {past: []}});
	});

	test('b merges two sides that change different lines', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.suggest('src/list.txt', [2, 4], ['item two', 'item 3', 'item 4'], {body: 'The second.'})
			.suggest('src/list.txt', [3, 4], ['item three', 'item 4'], {body: 'The third.'})
			.save();
		const desk = await openDesk(tree, from);
		expect(titles(desk)).toEqual(['The second. conflict', 'The third. conflict']);
		desk.press('b');
		await desk.planned();
		expect(titles(desk)).toEqual(['The second. planned', 'The third. declined']);
		expect(detail(desk, 50)).toMatch(/\+ item two\n *3 \+ item three/);
	});

	test('a applies all undecided changes and counts them', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).suggest('src/other.txt', 2, ['entry II']).save();
		const desk = await openDesk(tree, from);
		desk.press('x', 'enter', 'a');
		expect(desk.state().notice?.text).toBe('1 change chosen; press z to undo');
		await desk.planned();
		expect([...desk.state().history.now.values()].map(({action}) => action)).toEqual(['decline', 'apply']);
		const {history} = desk.state();
		desk.press('a');
		expect(desk.state().history).toBe(history);
	});

	test('a skips changes by people without a role, which can be decided one by one', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.suggest('notes.md', 3, ['1st.'])
			.suggest('src/other.txt', 2, ['entry II'], {authorAssociation: 'NONE'})
			.save();
		const desk = await openDesk(tree, from);
		desk.press('a');
		expect(desk.state().notice?.text).toMatch(/^1 change chosen; press z to undo\. 1 change skipped: \S+ has no role/);
		await desk.planned();
		expect(titles(desk).map(title => title.split(' ').at(-1))).toEqual(['planned', 'needs-person']);
		desk.press('a');
		expect(desk.state().notice?.text).toMatch(/^1 change skipped/);
		desk.press('j', 'space');
		await desk.planned();
		expect(titles(desk).map(title => title.split(' ').at(-1))).toEqual(['planned', 'planned']);
	});

	test('X declines all listed findings without a decision, with one reason; z undoes it', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
			.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
			.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'})
			.comment('src/list.txt', 5, 'Why this one?')
			.comment('src/other.txt', 5, 'And this one?')
			.save();
		const desk = await openDesk(tree, from);
		desk.press('space');
		await desk.planned();
		desk.press('/', ...'-path:src/other.txt', 'enter', 'X');
		expect(desk.state().dialog).toMatchObject({label: 'Decline 3 findings, reason (optional)'});
		desk.press(...'later', 'enter');
		await desk.planned();
		expect(desk.state().notice?.text).toBe('3 findings declined; press z to undo');
		desk.press('X');
		expect(desk.state().notice?.text).toBe('every finding in this list is decided');
		desk.press('escape');
		expect(titles(desk)).toEqual([
			'As a number. planned',
			'Roman. declined',
			'In words. declined',
			'Why this one? declined',
			'And this one? needs-model',
		]);
		expect(
			desk
				.state()
				.list.all.values()
				.toArray()
				.map(({entry}) => entry.verdict?.reason),
		).toContain('later');
		desk.press('z');
		await desk.planned();
		expect(titles(desk).filter(title => title.endsWith('declined'))).toEqual([]);
	});

	test('the selected side is visible among many', async () => {
		const tree = workTree();
		const review = reviewOf(tree);
		for (const word of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) review.suggest('src/list.txt', 2, [word]);
		const desk = await openDesk(tree, review.save());
		const shown = () => frameOf(desk.state());
		for (let number = 2; number <= 8; number++) {
			desk.press('right');
			expect(shown()).toContain(`> ${number} reviewer`);
		}
		desk.press('right');
		expect(shown()).toContain('> 1 reviewer');
	});

	test('a disabled key shows why and does nothing', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		const before = desk.state().history;
		for (const [key, reason] of [
			['b', 'this is not part of a conflict'],
			['m', 'no model is set up'],
			['Z', 'nothing to redo'],
			['U', 'nothing was written yet'],
		] as const) {
			desk.press(key);
			expect(desk.state()).toMatchObject({notice: {text: reason}, history: before, dialog: null});
		}
		desk.press('j', 'b');
		expect(desk.state().notice?.text).toContain('the same lines');
	});
});

describe('files', () => {
	test('A asks with the number of changes, y writes them, U undoes them', async () => {
		const tree = workTree();
		const before = tree.snapshot();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('A');
		expect(desk.state().dialog).toMatchObject({question: {title: 'Write 1 change to 1 file (+1 -1 lines)?'}});
		expect(tree.snapshot()).toEqual(before);
		desk.press('y');
		await desk.until(({runs, stage}) => runs.length === 1 && stage === 'open');
		expect(tree.read('notes.md')).toContain('1st.');
		expect(titles(desk)[0]).toBe('As a number. applied');
		desk.press('space');
		expect(desk.state().notice?.text).toContain('press U to undo the run');
		desk.press('U', 'y');
		await desk.until(({runs, stage}) => runs.length === 0 && stage === 'open');
		expect(tree.snapshot()).toEqual(before);
		expect(titles(desk)[0]).toBe('As a number. planned');
	});

	test.each([
		[40, 12],
		[80, 12],
		[80, 24],
	])('the question fits a window of %ix%i', async (columns, rows) => {
		const tree = workTree();
		const files = Array.from({length: 9}, (_, index) => `file-${index}.txt`);
		tree.commit(Object.fromEntries(files.map(path => [path, 'one\n'])));
		const review = reviewOf(tree);
		for (const path of files) review.suggest(path, 1, ['two']);
		const desk = await openDesk(tree, review.save());
		desk.store.dispatch({type: 'resize', size: {columns, rows}});
		desk.press('A');
		const frame = frameOf(desk.state());
		expect(frame.split('\n')).toHaveLength(rows);
		expect(frame).toContain('Write 9 changes to 9 files');
	});

	test.each(['n', 'enter', 'escape'])('%s at the question writes nothing', async key => {
		const tree = workTree();
		const before = tree.snapshot();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('A', key);
		expect(desk.state()).toMatchObject({dialog: null, stage: 'open'});
		expect(tree.snapshot()).toEqual(before);
	});

	test('a y typed before the question opened does not answer it', async () => {
		const tree = workTree();
		const {store, press} = await openDesk(tree, threeChanges(tree));
		press('A');
		const dialog = store.state().dialog as {at: number};
		store.dispatch({type: 'key', key: 'y', at: dialog.at + 100});
		expect(store.state().dialog).toBe(dialog);
	});

	test('A right after a decision waits for the plan', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j', 'space', 'A');
		expect(desk.state().dialog).toBe(null);
		await desk.until(({dialog}) => dialog !== null);
		expect(desk.state().dialog).toMatchObject({question: {title: 'Write 2 changes to 2 files (+2 -2 lines)?'}});
	});

	test('A makes the plan first if planning was stopped', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j', 'space', 'ctrl+c');
		await desk.until(({stage}) => stage === 'open');
		desk.press('A');
		await desk.until(({dialog}) => dialog !== null);
		expect(desk.state().dialog).toMatchObject({question: {title: 'Write 2 changes to 2 files (+2 -2 lines)?'}});
	});

	test('the question counts findings and changes if the numbers differ', async () => {
		const tree = workTree();
		const review = reviewOf(tree);
		for (const login of ['ada', 'grace']) review.suggest('src/list.txt', 2, ['item two'], {author: user(login)});
		const desk = await openDesk(tree, review.save());
		desk.press('A');
		expect(desk.state().dialog).toMatchObject({
			question: {title: 'Write 2 findings as 1 change to 1 file (+1 -1 lines)?'},
		});
	});

	test('a file that was edited meanwhile is not written, which is reported', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		tree.put({'notes.md': 'Something else.\n'});
		desk.press('A', 'y');
		await desk.until(({notice}) => notice !== null);
		expect(desk.state().notice).toMatchObject({tone: 'bad'});
		expect(titles(desk)[0]).toBe('As a number. failed');
		expect(tree.read('notes.md')).toBe('Something else.\n');
	});

	const written = (desk: Desk, number: number) =>
		desk.until(({runs, stage}) => runs.length === number && stage === 'open');

	test('after A you can decide and write again; U undoes the latest run first', async () => {
		const tree = workTree();
		const before = tree.snapshot();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('A', 'y');
		await written(desk, 1);
		const between = tree.snapshot();
		expect(titles(desk)).toEqual(['As a number. applied', 'Roman. conflict', 'In words. conflict']);
		desk.press('z');
		expect(desk.state().notice?.text).toBe('no decision to undo; press U to undo the run');
		desk.press('j', 'space');
		await desk.planned();
		desk.press('A', 'y');
		await written(desk, 2);
		expect(titles(desk)).toEqual(['As a number. applied', 'Roman. applied', 'In words. declined']);
		expect(detail(desk)).toMatch(/- item 2\n[^\n]*\+ item II/);
		const [first, second] = desk.state().runs.map(({id}) => id);
		expect(summaryOf(desk.state())).toContain(
			`1 file written; undo with: pr-resolve undo ${second}\n1 file written; undo with: pr-resolve undo ${first}\n`,
		);
		desk.press('U');
		expect(desk.state().dialog).toMatchObject({question: {title: 'Undo the latest of 2 runs and restore 1 file?'}});
		desk.press('y');
		await written(desk, 1);
		expect(tree.snapshot()).toEqual(between);
		expect(titles(desk)).toEqual(['As a number. applied', 'Roman. planned', 'In words. declined']);
		desk.press('U', 'y');
		await written(desk, 0);
		expect(tree.snapshot()).toEqual(before);
		desk.press('U');
		expect(desk.state().notice?.text).toBe('all runs are undone');
	});

	test('runs of the session are known after a reload and can be undone', async () => {
		const tree = workTree();
		const before = tree.snapshot();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j', 'space');
		await desk.planned();
		desk.press('A', 'y');
		await written(desk, 1);
		const settled = ['As a number. applied', 'Roman. applied', 'In words. declined'];
		expect(titles(desk)).toEqual(settled);
		expect(codeOf(desk.state())).toBe(0);
		desk.press('r');
		await desk.planned();
		expect(titles(desk)).toEqual(settled);
		expect(codeOf(desk.state())).toBe(0);
		expect(summaryOf(desk.state())).toContain(`2 files written; undo with: pr-resolve undo`);
		desk.press('j', 'space');
		expect(desk.state().notice?.text).toMatch(/was chosen: /);
		desk.press('A');
		expect(desk.state().notice?.text).toBe('nothing to write');
		desk.press('q');
		expect(desk.done.quit).toHaveLength(1);
		desk.press('U', 'y');
		await written(desk, 0);
		expect(tree.snapshot()).toEqual(before);
		expect(titles(desk)).toEqual(['As a number. planned', 'Roman. planned', 'In words. declined']);
	});

	test('changes are open again after an undo elsewhere or a restored file', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('A', 'y');
		await written(desk, 1);
		tree.git('checkout', '--', 'notes.md');
		desk.press('r');
		await desk.planned();
		expect(titles(desk)[0]).toBe('As a number. planned');
		expect(desk.state().runs).toEqual([]);
	});

	test('a change on lines that a run has changed names the run', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
			.suggest('src/list.txt', 2, ['item two'], {body: 'By a stranger.', authorAssociation: 'NONE'})
			.save();
		const desk = await openDesk(tree, from);
		expect(titles(desk)).toEqual(['Roman. planned', 'By a stranger. needs-person']);
		desk.press('A', 'y');
		await written(desk, 1);
		expect(titles(desk)).toEqual(['Roman. applied', 'By a stranger. stale']);
		desk.press('j');
		expect(detail(desk)).toMatch(/stale: run \S+ of this session changed these lines; undo it first/);
	});

	test('decisions hold after a reload', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j', 'space');
		await desk.planned();
		desk.press('r');
		expect(desk.state().stage).toBe('loading');
		await desk.planned();
		expect(titles(desk)[1]).toBe('Roman. planned');
	});
});

describe('the summary on leaving', () => {
	test('reports a run that was undone, completely or in part', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		const applied = async () => {
			desk.press('A', 'y');
			await desk.until(({runs, stage}) => runs.length === 1 && stage === 'open');
			return desk.state().runs[0]?.id;
		};
		const undone = async () => {
			desk.press('U', 'y');
			await desk.until(({runs, stage}) => runs.length === 0 && stage === 'open');
			return summaryOf(desk.state());
		};
		const first = await applied();
		expect(summaryOf(desk.state())).toContain(`pr-resolve undo ${first}`);
		expect(await undone()).toContain(`undid ${first}: 1 file restored`);
		const second = await applied();
		expect(summaryOf(desk.state())).toContain(`pr-resolve undo ${second}`);
		tree.put({'notes.md': tree.read('notes.md').replace('1st.', 'The very first.')});
		const summary = await undone();
		expect(summary).toContain(
			`partly undid ${second}: 1 file not restored: notes.md: the lines of the run have been edited since`,
		);
		expect(summary).not.toContain('nothing was written');
	});

	test('does not claim a file that a run could not write', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('notes.md', 3, ['1st.']).suggest('src/other.txt', 2, ['entry II']).save();
		const desk = await openDesk(tree, from);
		tree.put({'notes.md': 'Something else.\n'});
		desk.press('A', 'y');
		await desk.until(({notice}) => notice?.text.startsWith('wrote 1 of 2 files; notes.md') ?? false);
		desk.press('U', 'y');
		await desk.until(({notice}) => notice?.text.startsWith('undid ') ?? false);
		expect(desk.state().notice?.text).toMatch(/^undid \S+: 1 file restored$/);
		expect(tree.read('notes.md')).toBe('Something else.\n');
	});

	test('does not say that no file was written while a run writes', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('A', 'y', 'ctrl+c', 'ctrl+c');
		expect(desk.done.quit).toHaveLength(1);
		expect(summaryOf(desk.state())).toContain('see what was written with: pr-resolve runs');
		expect(summaryOf(desk.state())).not.toContain('nothing was written');
	});

	test('counts no open findings before the reload ends', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, reviewOf(tree).suggest('notes.md', 3, ['1st.']).save());
		expect(codeOf(desk.state())).toBe(0);
		desk.press('r');
		expect(codeOf(desk.state())).toBe(3);
	});
});

describe('the decisions file', () => {
	test('can be read again, and saved decisions cause no question on leaving', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		const desk = await openDesk(tree, from);
		desk.press('j', 'space');
		await desk.planned();
		desk.press('q');
		expect(desk.state().dialog).toMatchObject({question: {what: 'quit'}});
		desk.press('n', 'w', 'ctrl+u', ...'mine.json', 'enter');
		await desk.until(({saved}) => saved.file === 'mine.json');
		const saved = await readDecisions('mine.json', tree.root);
		expect(saved).toMatchObject([{action: 'apply', change: [...desk.state().history.now.keys()][0]}]);
		expect(JSON.parse(readFileSync(join(tree.root, 'mine.json'), 'utf8')).schema).toBe('pr-resolve/decisions@1');
		desk.press('q');
		expect(desk.done.quit).toEqual([{isInterrupted: false, failure: null}]);

		const again = await openDesk(tree, from, {decisionsFile: 'mine.json'});
		expect(titles(again)[1]).toBe('Roman. planned');
		expect(detail(again)).not.toContain('from the decisions file');
		again.press('j');
		expect(detail(again)).toContain('from the decisions file: apply');
	});

	test('names the comments that its decisions are about', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j', 'space');
		await desk.planned();
		desk.press('w', 'ctrl+u', ...'mine.json', 'enter');
		await desk.until(({saved}) => saved.file === 'mine.json');
		const {decisions} = JSON.parse(tree.read('mine.json'));
		expect(decisions).toMatchObject([
			{path: 'src/list.txt', line: 2, reviewer: 'reviewer', title: 'Roman.', action: 'apply'},
		]);
	});

	test('does not overwrite an existing file', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('space');
		await desk.planned();
		desk.press('w', 'ctrl+u', ...'notes.md', 'enter');
		await desk.until(({notice}) => notice !== null);
		expect(desk.state().notice?.text).toContain('the file already exists');
		expect(tree.read('notes.md')).toContain('# Notes');
	});
});

describe('decisions that were not written to files', () => {
	const keptIn = (tree: WorkTree) => {
		const folder = join(tree.root, '.git/pr-resolve/decisions');
		return existsSync(folder) ? readdirSync(folder) : [];
	};

	/** Decides on the conflict, and leaves the session alone as a closed terminal would. */
	async function decided(tree: WorkTree, from: string) {
		const desk = await openDesk(tree, from);
		desk.press('x', 'enter');
		await desk.planned();
		desk.press('j', 'space');
		await desk.planned();
		await eventually(() => expect(keptIn(tree)).toHaveLength(1));
		await desk.close();
		return desk;
	}

	test('are kept readable only by their owner, and offered at the next start: y continues', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		await decided(tree, from);
		const [name] = keptIn(tree);
		expect(statSync(join(tree.root, '.git/pr-resolve/decisions', name!)).mode & 0o777).toBe(0o600);
		const desk = await openDesk(tree, from);
		expect(titles(desk)).toEqual(['As a number. planned', 'Roman. conflict', 'In words. conflict']);
		expect(desk.state().dialog).toMatchObject({
			question: {title: expect.stringMatching(/^Continue with 2 decisions from .* \d\d:\d\d, or start over\?$/)},
		});
		desk.press('enter');
		await desk.planned();
		expect(titles(desk)).toEqual(['As a number. declined', 'Roman. planned', 'In words. declined']);
		expect(detail(desk)).toContain('- declined by you\n');
		expect(keptIn(tree)).toHaveLength(1);
	});

	test('are dropped when you start over', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		await decided(tree, from);
		const desk = await openDesk(tree, from);
		desk.press('n');
		expect(desk.state().history.now.size).toBe(0);
		await eventually(() => expect(keptIn(tree)).toEqual([]));
		await desk.close();
		expect((await openDesk(tree, from)).state().dialog).toBe(null);
	});

	test('are dropped once they are written and restored by undo; declined changes stay declined', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		const desk = await decided(tree, from);
		const kept = () => {
			const [name] = keptIn(tree);
			const {decisions} = JSON.parse(readFileSync(join(tree.root, '.git/pr-resolve/decisions', name!), 'utf8'));
			return decisions.map(({action}: {action: string}) => action);
		};
		expect(kept()).toEqual(['decline', 'apply']);
		desk.press('A', 'y');
		await eventually(() => expect(keptIn(tree)).toEqual([]));
		await desk.until(({runs, stage}) => runs.length === 1 && stage === 'open');
		expect(summaryOf(desk.state())).not.toContain('the next pr-resolve review offers to continue');
		const next = await openDesk(tree, from);
		expect(next.state().dialog).toBe(null);
		const reasons = [...next.state().index.judged.values()].map(({verdict}) => verdict.reason);
		expect(reasons).toContainEqual(expect.stringContaining('you have declined it'));
		desk.press('U', 'y');
		await eventually(() => expect(kept()).toEqual(['decline', 'apply']));
	});

	test('on a comment that was edited since are ignored with a warning; another recording has none of them', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		await decided(tree, from);
		const edited = join(tree.home, 'edited.json');
		writeFileSync(edited, readFileSync(from, 'utf8').replace('As a number.', 'As a number, please.'));
		const other = await openDesk(tree, edited);
		expect(other.state().dialog).toBe(null);
		const folder = join(tree.root, '.git/pr-resolve/decisions');
		const [mine] = keptIn(tree);
		other.press('space');
		await eventually(() => expect(keptIn(tree)).toHaveLength(2));
		await other.close();
		const theirs = keptIn(tree).find(name => name !== mine)!;
		copyFileSync(join(folder, mine!), join(folder, theirs));
		const desk = await openDesk(tree, edited);
		expect(desk.state().dialog).toMatchObject({
			question: {title: expect.stringContaining('Continue with 1 decision from')},
		});
		desk.press('y');
		await desk.planned();
		expect(desk.state().notice?.text).toContain('(i shows why)');
		expect(desk.state().run.warnings.map(({text}) => text)).toContainEqual(expect.stringContaining('is ignored'));
	});

	test('do not stop the review if they cannot be read or kept', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		await decided(tree, from);
		const folder = join(tree.root, '.git/pr-resolve/decisions');
		writeFileSync(join(folder, keptIn(tree)[0]!), '{"decisions": [');
		const desk = await openDesk(tree, from);
		expect(desk.state().dialog).toBe(null);
		rmSync(folder, {recursive: true});
		writeFileSync(folder, 'no folder');
		desk.press('space');
		await desk.until(({notice}) => notice?.text.startsWith('Cannot keep your decisions in ') ?? false);
		expect(titles(desk)[0]).toBe('As a number. planned');
	});
});

describe('the list', () => {
	test('a filter is applied with each letter; Esc clears it', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('/', ...'roman');
		expect(titles(desk)).toEqual(['Roman. conflict']);
		desk.press('enter', 'j');
		expect(selectedRow(desk.state())?.title).toBe('Roman.');
		desk.press('escape');
		expect(titles(desk)).toHaveLength(3);
		expect(selectedRow(desk.state())?.title).toBe('Roman.');
	});

	test('the prompt counts matches, completes with Tab and shows errors', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		const note = () => fieldNote(desk.state())?.text;
		desk.press('/');
		expect(note()).toContain('is: by: sev: path:');
		desk.press(...'is:p');
		expect(note()).toBe('1 of 3 match; Tab: pending planned');
		desk.press('backspace');
		expect(note()).toContain('3 of 3 match; Tab: open unseen decided');
		desk.press('p');
		desk.press('l', 'tab');
		expect([desk.state().filter, note(), titles(desk)]).toEqual([
			'is:planned ',
			'1 of 3 match',
			['As a number. planned'],
		]);
		desk.press(...'ix:', 'enter');
		expect(note()).toMatch(/^Unknown qualifier "ix:"/);
		expect(desk.state().dialog?.kind).toBe('field');
		desk.press('ctrl+w', 'enter');
		expect([desk.state().dialog, titles(desk)]).toEqual([null, ['As a number. planned']]);
	});

	test('a filter is kept for the next review of the pull request, until it is cleared', async () => {
		const tree = workTree();
		const from = threeChanges(tree);
		const first = await openDesk(tree, from);
		first.press('/', ...'is:planned', 'enter');
		await first.close();
		const next = await openDesk(tree, from);
		expect(titles(next)).toEqual(['As a number. planned']);
		expect(next.state().notice?.text).toBe('filter of the last session: is:planned; Esc clears it');
		next.press('escape');
		expect(titles(next)).toHaveLength(3);
		await next.close();
		expect((await openDesk(tree, from)).state().filter).toBe('');
	});

	test('Esc in the prompt restores the filter and the finding', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('/', ...'is:open', 'enter', 'G');
		const before = selectedRow(desk.state())?.title;
		desk.press('/', 'ctrl+u', ...'nothing', 'escape');
		expect([desk.state().filter, selectedRow(desk.state())?.title]).toEqual(['is:open', before]);
	});

	test('a filter finds code and decisions; the cursor goes to the next finding when one no longer matches', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('/', ...'1st', 'enter');
		expect(titles(desk)).toEqual(['As a number. planned']);
		desk.press('escape', '/', ...'-is:decided', 'enter', 'g', 'j');
		expect(selectedRow(desk.state())?.title).toBe('Roman.');
		desk.press('g', 'space');
		await desk.planned();
		expect(titles(desk)).toEqual(['Roman. conflict', 'In words. conflict']);
		expect(selectedRow(desk.state())?.title).toBe('Roman.');
		desk.press('escape', '/', ...'is:decided', 'enter');
		expect(titles(desk)).toEqual(['As a number. planned']);
	});

	test('matches are marked in list and detail, in the selected row too', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('/', ...'roman', 'enter');
		const lines = markedLines({...desk.state(), size: {columns: 80, rows: 24}});
		const marked = lines.flat().filter(({isMatch}) => isMatch);
		expect(marked.slice(0, 2)).toMatchObject([
			{text: 'Roman', tone: 'selected'},
			{text: 'Roman', tone: 'strong'},
		]);
		const styled = stylerOf(usualLooks, true);
		expect(styled(marked.slice(0, 1))).toBe('\x1b[7m\x1b[4m\x1b[1mRoman\x1b[27m\x1b[24m\x1b[22m');
		expect(styled(marked.slice(1, 2))).toBe('\x1b[7mRoman\x1b[27m');
	});

	test('; and , go through the matches', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press(';');
		expect(desk.state().notice?.text).toContain('no words in the filter');
		desk.press('/', ...'item', 'enter', 'g', ';');
		expect(selectedRow(desk.state())?.title).toBe('In words.');
		desk.press(';');
		expect(desk.state().notice?.text).toBe('wrapped around the list');
		desk.press(',');
		expect(selectedRow(desk.state())?.title).toBe('In words.');
	});

	test('s groups by file, severity, reviewer, outcome; the cursor stays on its finding', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('j');
		const groups = () => desk.state().list.rows.flatMap(row => (row.kind === 'group' ? [row.title] : []));
		const seen = [groups()];
		for (let press = 0; press < 3; press++) {
			desk.press('s');
			seen.push(groups());
			expect(selectedRow(desk.state())?.title).toBe('Roman.');
		}
		expect(seen).toEqual([['notes.md', 'src/list.txt'], ['not stated'], ['reviewer'], ['conflict', 'planned']]);
	});

	test('n goes from one open finding to the next', async () => {
		const tree = workTree();
		const desk = await openDesk(tree, threeChanges(tree));
		desk.press('n', 'n', 'n');
		expect(selectedRow(desk.state())?.title).toBe('Roman.');
		expect(desk.state().notice?.text).toBe('wrapped around the list');
		desk.press('N');
		expect(selectedRow(desk.state())?.title).toBe('In words.');
		desk.press('tab', 'ctrl+p');
		expect(selectedRow(desk.state())?.title).toBe('Roman.');
		desk.press('ctrl+n');
		expect([selectedRow(desk.state())?.title, desk.state().focus]).toEqual(['In words.', 'detail']);
	});

	test('keys pressed before anything is read do no harm', async () => {
		const tree = workTree();
		const desk = makeDesk(tree, threeChanges(tree));
		desk.press('q');
		expect(desk.done.quit).toMatchObject([{failure: {code: 'interrupted'}}]);
		desk.press('j', 'G', 'space', 'x', 'A', 'e', 'b', 'y', 'enter', '+', 'escape', 's', 'tab');
		desk.store.dispatch({type: 'start'});
		await desk.planned();
		expect(titles(desk)).toHaveLength(3);
	});
});

test('the first Ctrl-C warns, the second one quits', async () => {
	const tree = workTree();
	const desk = await openDesk(tree, threeChanges(tree));
	desk.store.dispatch({type: 'key', key: 'ctrl+c', at: 10_000});
	expect([desk.state().notice?.text, desk.done.quit]).toEqual(['press Ctrl-C again to quit', []]);
	desk.store.dispatch({type: 'key', key: 'ctrl+c', at: 15_000});
	expect(desk.done.quit).toEqual([]);
	desk.store.dispatch({type: 'key', key: 'ctrl+c', at: 16_000});
	expect(desk.done.quit).toEqual([{isInterrupted: true, failure: null}]);
});

test('failures to fix outside the app end it; others are shown', async () => {
	const tree = workTree();
	const desk = makeDesk(tree, 'no-such-file.json');
	desk.store.dispatch({type: 'start'});
	await eventually(() => expect(desk.done.quit).toHaveLength(1));
	expect(desk.done.quit[0]?.failure).toMatchObject({code: 'no-recording'});
});
