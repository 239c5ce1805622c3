import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {EditResult} from '../../source/tui/editor.ts';
import {detailLines, shownDetail} from '../../source/tui/review/detail.ts';
import {type Line, lineWidth, textOf} from '../../source/tui/text/line.ts';
import {bot} from '../emulators/github/data.ts';
import {hasCorpus, materialize, readCases} from '../helpers/corpus.ts';
import {suggestion} from '../helpers/pull-request.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {expectFrame} from './golden-frames.ts';
import {mount} from './mount.ts';

const path = 'src/list.txt';

/** The review of comments, after the files were edited. */
async function deskOn(comments: (review: Review) => Review, edit: (tree: WorkTree) => void = () => {}, options = {}) {
	const tree = workTree();
	const from = comments(reviewOf(tree)).save();
	edit(tree);
	return openDesk(tree, from, options);
}

const replace = (old: string, now: string) => (tree: WorkTree) =>
	void tree.put({[path]: tree.read(path).replace(old, now)});

const linesOf = ({state}: Desk, width = 70) => detailLines(state(), width).map(textOf);
const detail = (desk: Desk, width?: number) => linesOf(desk, width).join('\n');

/** What the pane shows without scrolling, in a window of this size. */
function visible(desk: Desk, columns: number, rows: number): readonly Line[] {
	desk.store.dispatch({type: 'resize', size: {columns, rows}});
	const {lines, height} = shownDetail(desk.state());
	return lines.slice(desk.state().scroll, desk.state().scroll + height);
}

describe('comments without a suggestion', () => {
	test('have the lines that they are on above them, with a mark', async () => {
		const desk = await deskOn(review => review.comment(path, [4, 5], 'Why?'));
		expect(linesOf(desk)).toEqual([
			'Why?',
			`reviewer · ${path}:4-5`,
			'* needs-model: describes a change in words',
			'1   item 1',
			'2   item 2',
			'3   item 3',
			'4 ▌ item 4',
			'5 ▌ item 5',
			'6   item 6',
			'',
			'Why?',
		]);
		desk.press('}');
		expect(detail(desk)).toContain('9   item 9\n');
	});

	test('follow lines that were moved', async () => {
		const desk = await deskOn(review => review.comment(path, 4, 'Why?'), replace('item 1\n', 'item 0\nitem 1\n'));
		expect(detail(desk)).toContain(
			'moved from line 4 to 5\n2   item 1\n3   item 2\n4   item 3\n5 ▌ item 4\n6   item 5\n',
		);
	});

	test('show what was changed in their lines since', async () => {
		const desk = await deskOn(review => review.comment(path, 4, 'Why?'), replace('item 4', 'item four'));
		expect(detail(desk)).toContain(
			'the lines have been edited since the comment was written\n1   item 1\n2   item 2\n3   item 3\n4 - item 4\n4 + item four\n5   item 5',
		);
	});

	test('show what was deleted, where it was', async () => {
		const desk = await deskOn(review => review.comment(path, 4, 'Why?'), replace('item 4\n', ''));
		expect(detail(desk)).toContain('have been deleted since the comment was written');
		expect(detail(desk)).toContain('3   item 3\n4 - item 4\n4   item 5');
	});

	test('show both texts if one replaces the other', async () => {
		const desk = await deskOn(review => review.comment(path, 4, 'Why?'), replace('item 4\n', numbered('entry', 40)));
		expect(detail(desk)).toContain(
			'in the commented version:\n1   item 1\n2   item 2\n3   item 3\n4 ▌ item 4\n5   item 5',
		);
		expect(detail(desk)).toMatch(/now:\n 1 {3}item 1\n.*4 ▌ entry 1\n.*··· \d+ lines\n.*43 ▌ entry 40\n44 {3}item 5/s);
	});

	test('on many lines show the first and the last ones', async () => {
		const desk = await deskOn(review => review.comment(path, [1, 12], 'Why?'));
		expect(detail(desk)).toMatch(/ 6 ▌ item 6\n {3}··· 2 lines\n 9 ▌ item 9/);
		desk.press('}');
		expect(detail(desk)).not.toContain('···');
	});

	test('on a whole file show where it begins', async () => {
		const init = {subjectType: 'FILE' as const, line: null, originalLine: null, diffHunk: ''};
		const desk = await deskOn(review => review.comment(path, 1, 'Split it.', init));
		expect(detail(desk)).toContain('on the whole file (12 lines)\n1   item 1\n2   item 2\n3   item 3\n4   item 4\n\n');
	});

	test('on a whole file of one line call it so', async () => {
		const init = {subjectType: 'FILE' as const, line: null, originalLine: null, diffHunk: ''};
		const tree = workTree();
		tree.put({[path]: 'item\n'});
		const desk = await openDesk(tree, reviewOf(tree).comment(path, 1, 'Split it.', init).save());
		expect(detail(desk)).toContain('on the whole file (1 line)\n1   item\n');
	});

	test('have the code at each further place that the comment names', async () => {
		const body = [
			'### Both lists begin with one',
			'**Low Severity**',
			'<!-- DESCRIPTION START -->\nCount from zero.\n<!-- DESCRIPTION END -->',
			`<!-- LOCATIONS START\n${path}#L2-L2\nsrc/other.txt#L3-L4\nsrc/gone.txt#L1-L1\nLOCATIONS END -->`,
		].join('\n\n');
		const desk = await deskOn(
			review => review.comment(path, 2, body, {author: bot('cursor')}),
			tree => void tree.put({'src/other.txt': `entry 0\n${tree.read('src/other.txt')}`}),
		);
		expect(detail(desk)).toContain(
			'Count from zero.\n\nalso at src/other.txt:3-4\nmoved from line 3 to 4\n1   entry 0\n2   entry 1\n3   entry 2\n4 ▌ entry 3\n5 ▌ entry 4\n6   entry 5\n\nalso at src/gone.txt:1\nthe file no longer exists',
		);
		expect(detail(desk, Number.POSITIVE_INFINITY)).toContain('also at src/other.txt:3-4\n');
	});

	test('on deleted lines show the diff hunk', async () => {
		const diffHunk = '@@ -3,3 +3,2 @@\n item 3\n-item 3.5\n-item 3.7';
		const init = {diffSide: 'LEFT' as const, diffHunk};
		const desk = await deskOn(review => review.comment(path, 5, 'Keep it.', init));
		expect(detail(desk)).toContain(
			'the comment is on lines that the pull request deletes\nin the diff of the pull request:\n3   item 3\n4 - item 3.5\n5 - item 3.7\n',
		);
	});

	test('show what the pull request deleted next to their lines', async () => {
		const diffHunk = '@@ -2,3 +2,3 @@\n item 2\n item 3\n-item IV\n+item 4';
		const desk = await deskOn(review => review.comment(path, 4, 'Why?', {diffHunk}));
		expect(detail(desk)).toContain('5   item 5\nin the diff of the pull request:\n4 - item IV\n4 + item 4\n');
	});

	test.each<[string, (tree: WorkTree) => void, string]>([
		['deleted', tree => rmSync(join(tree.root, path)), 'the file no longer exists'],
		['binary', tree => tree.put({[path]: 'a\0b'}), 'the file is binary'],
	])('on a file that is %s show the diff hunk and the reason', async (_, spoil, reason) => {
		const desk = await deskOn(review => review.comment(path, 4, 'Why?'), spoil);
		expect(detail(desk)).toContain(
			`${reason}\nin the diff of the pull request:\n1   item 1\n2   item 2\n3   item 3\n4 ▌ item 4\n`,
		);
	});

	test('on no file have no code', async () => {
		const tree = workTree();
		const review = reviewOf(tree);
		review.pullRequest.comment({body: 'Please rename the whole thing.'});
		const desk = await openDesk(tree, review.save());
		expect(detail(desk)).not.toMatch(/▌|\d {3}/);
	});
});

describe('a stale suggestion', () => {
	const stale = (review: Review) => review.suggest(path, 4, ['item FOUR'], {body: 'In capitals.'});
	const edit = replace('item 4', 'item four');

	test('is shown on the version it was written for, and what has changed since', async () => {
		const desk = await deskOn(stale, edit);
		expect(linesOf(desk).slice(2)).toEqual([
			'~ stale: the lines have been edited since the comment was written',
			'suggested for the commented version:',
			'1   item 1',
			'2   item 2',
			'3   item 3',
			'4 - item 4',
			'4 + item FOUR',
			'5   item 5',
			'6   item 6',
			'7   item 7',
			'changed since:',
			'1   item 1',
			'2   item 2',
			'3   item 3',
			'4 - item 4',
			'4 + item four',
			'5   item 5',
			'6   item 6',
			'7   item 7',
			'',
			'In capitals.',
			'',
			'(its suggestion is the change above)',
		]);
		const words = detailLines(desk.state(), 70)
			.flat()
			.filter(({tone}) => tone.endsWith('-word'));
		expect(words.map(({text}) => text)).toEqual(['4', 'FOUR', '4', 'four']);
	});

	test('has both side by side if there is room', async () => {
		const desk = await deskOn(stale, edit);
		expect(detail(desk, 140)).toMatch(/4 \+ item FOUR +│ 4 \+ item four/);
		for (const width of [70, Number.POSITIVE_INFINITY]) expect(detail(desk, width)).not.toContain('│');
	});

	test('whose file is gone is shown by its diff hunk', async () => {
		const desk = await deskOn(stale, tree => rmSync(join(tree.root, path)));
		expect(detail(desk)).toContain('~ stale: the file no longer exists');
		expect(detail(desk)).toContain('4 - item 4\n4 + item FOUR\n');
	});

	test('is shown in its comment if the commented lines are unknown', async () => {
		const lost = {originalCommit: {oid: 'b'.repeat(40)}, commit: {oid: 'b'.repeat(40)}, diffHunk: ''};
		const desk = await deskOn(review => review.suggest(path, 40, ['item 41'], {...lost, isOutdated: true}));
		expect(detail(desk)).toContain('│ item 41');
		expect(detail(desk)).not.toContain('(its suggestion');
	});
});

test('a change that is already there is marked in the file', async () => {
	const desk = await deskOn(review => review.suggest(path, 4, ['item four']), replace('item 4', 'item four'));
	expect(detail(desk)).toContain(
		'the replacement is already there\n1   item 1\n2   item 2\n3   item 3\n4 ▌ item four\n5   item 5',
	);
});

test('a suggestion that differs from the change above is shown in its comment', async () => {
	// The last line repeats the one below, so it is not applied.
	const desk = await deskOn(review => review.suggest(path, 4, ['item four', 'item 5'], {body: 'Both.'}));
	expect(detail(desk)).toContain('│ item four\n│ item 5');
	const edited = await deskOn(review => review.suggest(path, 4, ['item four'], {body: 'So.'}), undefined, {
		edit: async (): Promise<EditResult> => ({kind: 'edited', lines: ['item 4.0']}),
	});
	expect(detail(edited)).toContain('(its suggestion is the change above)');
	edited.press('e');
	await edited.until(({history}) => history.now.size > 0);
	await edited.planned();
	expect(detail(edited)).toContain('4 + item 4.0\n');
	expect(detail(edited)).toContain('│ item four');
});

test('text mode begins with the comment', async () => {
	const desk = await deskOn(review => review.comment(path, 4, `Why?\n\n${suggestion('item four')}`));
	const spoken = detail(desk, Number.POSITIVE_INFINITY);
	expect(spoken.indexOf('(its suggestion is the change below)')).toBeGreaterThan(0);
	expect(spoken.indexOf('4 + item four')).toBeGreaterThan(spoken.indexOf('(its suggestion'));
});

describe('a window of 80x24 shows at once', () => {
	const around = 'A sentence that goes on and on. '.repeat(20);

	test.each<[string, (review: Review) => Review, string]>([
		['a change', review => review.suggest(path, 8, ['item VIII'], {body: around}), '8 + item VIII'],
		['lines that are meant', review => review.comment(path, 8, around), '8 ▌ item 8'],
		[
			'the own side of a conflict',
			review =>
				review
					.suggest('notes.md', 1, ['# Note'], {body: around})
					.suggest(path, [1, 9], ['item'], {body: around})
					.suggest(path, 9, ['item IX'], {body: 'Roman.'}),
			'9 + item IX',
		],
	])('%s', async (_, comments, line) => {
		const desk = await deskOn(comments);
		visible(desk, 80, 24);
		desk.press('G', 'g', 'G');
		expect(visible(desk, 80, 24).map(textOf).join('\n')).toContain(line);
	});
});

test('a window that gets smaller still shows the commented lines', async () => {
	const around = 'A sentence that goes on and on. '.repeat(20);
	const desk = await deskOn(review => review.comment(path, 8, around), replace('item 1\n', 'item 0\nitem 1\n'));
	expect(visible(desk, 120, 40).map(textOf).join('\n')).toContain('9 ▌ item 8');
	expect(visible(desk, 40, 12).map(textOf).join('\n')).toContain('9 ▌ item 8');
});

describe('files that are hard to show', () => {
	const lines = Array.from({length: 100_000}, (_, index) => `n${index}`);

	test.each<[string, string, number]>([
		['100,000 lines', lines.join('\n'), 50_000],
		['one line of a megabyte', `let a = [${'1,'.repeat(400_000)}];\nlast`, 1],
		['mixed line ends and tabs', 'a\r\n\tb\n\t\tc\r\nd\ne', 3],
		['signs that drive a terminal', 'a\n\x1b[31mred\u202e\x07\nc', 2],
		['no lines', '', 1],
	])('%s', async (_, text, line) => {
		const tree = workTree();
		tree.commit({[path]: text});
		const from = reviewOf(tree).comment(path, line, 'Why?').suggest(path, line, ['x']).save();
		tree.put({[path]: `first\n${text.replace(/(?<=\n|^)(?:n50000(?=\n)|let a = \[1)/, '$& ')}`});
		const desk = await openDesk(tree, from);
		for (const width of [30, 70, 200]) {
			const shown = detailLines(desk.state(), width);
			expect(shown.length).toBeLessThan(400);
			for (const each of shown) if (lineWidth(each) > width) expect.fail(textOf(each));
			expect(shown.map(textOf).join('')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
		}
		desk.press('j');
		expect(detail(desk, Number.POSITIVE_INFINITY)).not.toMatch(/[\u001b\u0007\u202e]/u);
	});

	test('of a binary file nothing is shown', async () => {
		const tree = workTree();
		tree.commit({[path]: 'a\0b\nc\n'});
		const desk = await openDesk(tree, reviewOf(tree).suggest(path, 1, ['x'], {diffHunk: ''}).save());
		expect(linesOf(desk)).toEqual([
			`reviewer · ${path}:1`,
			'× failed: the file is binary',
			'',
			'Better so.',
			'',
			'│ x',
		]);
	});

	test('of a line that is too long, the rest is counted', async () => {
		const tree = workTree();
		tree.commit({[path]: 'x'.repeat(1_000_000)});
		const desk = await openDesk(tree, reviewOf(tree).comment(path, 1, 'Why?').save());
		expect(detail(desk)).toContain('… 999,000 more characters');
		expect(linesOf(desk).length).toBeLessThan(40);
	});

	test('of the lines around, the beginnings are shown', async () => {
		const tree = workTree();
		tree.commit({[path]: `${'word '.repeat(40)}\nshort\n`});
		const desk = await openDesk(tree, reviewOf(tree).comment(path, 2, 'Why?').save());
		expect(linesOf(desk).filter(each => each.startsWith('1   '))).toEqual([`1   ${'word '.repeat(13)}›`]);
	});
});

describe('golden frames', () => {
	test.each([
		['stale-180x24', {columns: 180, rows: 24}, true],
		['words-80x24-ascii', {columns: 80, rows: 24}, false],
	])('%s', async (name, size, isUnicode) => {
		const long = 'The name is used in three other places, which would have to change as well. '.repeat(3);
		const desk = await deskOn(
			review =>
				review
					.suggest(path, [4, 5], ['item FOUR', 'item 5'], {body: `In capitals.\n\n${long}`})
					.comment(path, 9, `Is this one needed?\n\n${long}`),
			replace('item 4', 'item four'),
			{isUnicode},
		);
		const {press} = await mount(desk.tree, size);
		await press(name.startsWith('words') ? 'jj' : '');
		await expectFrame(desk.tree, [size], name);
	});
});

describe.skipIf(!hasCorpus)('recorded pull requests', () => {
	/** The findings that name a file of the working tree, and those of them that show code. */
	async function shares(given: ReturnType<typeof readCases>[number]) {
		const tree = workTree();
		const comments = await materialize(given, tree.root);
		const from = join(tree.home, 'comments.json');
		writeFileSync(from, JSON.stringify(comments));
		const desk = await openDesk(tree, from);
		if (desk.state().list.hidden > 0) desk.press('.');
		const files = new Set(tree.git('ls-files', '-z').split('\0'));
		const counts = {findings: 0, named: 0, shown: 0, first: 0};
		desk.press('g');
		for (const row of desk.state().list.rows) {
			if (row.kind === 'group') continue;
			desk.store.dispatch({type: 'look', finding: row.id});
			counts.findings++;
			if (!files.has(row.entry.path ?? '')) continue;
			counts.named++;
			const isCode = (each: Line) => each.some(({tone}) => tone === 'mark' || tone === 'added' || tone === 'removed');
			if (detailLines(desk.state(), 70).some(isCode)) counts.shown++;
			if (visible(desk, 80, 24).some(isCode)) counts.first++;
		}
		return counts;
	}

	test('show code for every finding on a file that exists, in a window of 80x24 too', async () => {
		const cases = readCases('pull');
		expect(cases).toHaveLength(10);
		const all: Awaited<ReturnType<typeof shares>>[] = [];
		for (const given of cases) all.push(await shares(given));
		const sum = (of: keyof (typeof all)[number]) => all.reduce((total, each) => total + each[of], 0);
		expect(sum('named')).toBeGreaterThan(100);
		expect([sum('shown'), sum('first')]).toEqual([sum('named'), sum('named')]);
	});
});
