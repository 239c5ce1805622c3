import {expect, test} from 'vitest';
import type {Case} from '../../bench/accuracy/corpus.ts';
import {judgeLabelled} from '../../bench/accuracy/labelled.ts';
import {judgeRow} from '../../bench/accuracy/labels/judge-row.ts';
import type {Label} from '../../bench/accuracy/labels/label.ts';
import {judgePool, summarizePool} from '../../bench/accuracy/labels/pool.ts';
import type {LabelledRow} from '../../bench/accuracy/labels/rows.ts';
import {areRowsFailed, formatRows, summarizeRows} from '../../bench/accuracy/labels/summary.ts';
import type {RunClaims} from '../../bench/accuracy/trial.ts';
import {suggestion} from '../helpers/pull-request.ts';

const {signal} = new AbortController();

const file = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', ''].join('\n');
const change = (start: number, end: number, old_text: string, new_text: string) => ({
	path: 'a.txt',
	start_line: start,
	end_line: end,
	old_text,
	new_text,
});

const row = (body: string, expected: Partial<Label>, fields: Partial<LabelledRow> = {}): LabelledRow => ({
	id: 'row',
	bot: 'human',
	kind: 'inline',
	body,
	path: 'a.txt',
	line: 2,
	start_line: null,
	side: 'RIGHT',
	diff_hunk: null,
	original_commit: null,
	file_sha1: 'at hand',
	author_login: 'someone',
	expected: {actionable: true, needs_llm: false, severity: null, changes: [], ...expected},
	...fields,
});

const judge = (given: LabelledRow) =>
	judgeRow(given, () => (given.file_sha1 === null ? null : Buffer.from(file)), signal);

test('a change that the label has is right; its place and its text count', async () => {
	const body = `Better:\n\n${suggestion('TWO')}`;
	const right = await judge(row(body, {changes: [change(2, 2, 'two\n', 'TWO\n')]}));
	expect(right).toMatchObject({changes: {takeable: 1, right: 1, wrong: 0}, faults: []});
	for (const label of [change(2, 2, 'two\n', 'Two\n'), change(2, 3, 'two\nthree\n', 'TWO\n')]) {
		const off = await judge(row(body, {changes: [label]}));
		expect(off.changes).toEqual({takeable: 1, right: 0, wrong: 1});
		expect(areRowsFailed(summarizeRows([off]))).toBe(true);
	}
	const elsewhere = await judge(row(body, {changes: [change(4, 4, 'four\n', 'TWO\n')]}));
	expect(elsewhere.changes).toEqual({takeable: 1, right: 0, wrong: 1});
});

test('a change where the label has none is wrong', async () => {
	const judgement = await judge(row(suggestion('TWO'), {needs_llm: true}));
	expect(judgement.changes).toEqual({takeable: 0, right: 0, wrong: 1});
	expect(judgement.isNeedRight).toBe(false);
});

test('one diff of several hunks may be several changes of the label', async () => {
	const body = 'Both:\n\n```diff\n-two\n+TWO\n three\n@@\n-six\n+SIX\n```\n';
	const changes = [change(2, 3, 'two\nthree\n', 'TWO\nthree\n'), change(6, 6, 'six\n', 'SIX\n')];
	expect(await judge(row(body, {changes}))).toMatchObject({changes: {takeable: 2, right: 2, wrong: 0}, faults: []});
	expect((await judge(row(body, {changes: changes.slice(1)}))).changes).toEqual({takeable: 1, right: 0, wrong: 1});
});

test('where the file is not at hand, the old lines of the label stand in for it', async () => {
	const judgement = await judge(
		row('```diff\n-two\n+TWO\n```\n', {changes: [change(2, 2, 'two\n', 'TWO\n')]}, {file_sha1: null}),
	);
	expect(judgement).toMatchObject({isReal: false, changes: {takeable: 1, right: 1, wrong: 0}});
});

test('missed changes are counted and listed', async () => {
	const judgement = await judge(
		row('The second line should shout.', {severity: 'high', changes: [change(2, 2, 'two\n', 'TWO\n')]}),
	);
	expect(judgement).toMatchObject({
		findings: {wanted: 1, right: 1, extra: 0},
		changes: {takeable: 1, right: 0, wrong: 0},
		isActionableRight: true,
		isSeverityRight: false,
		isNeedRight: false,
	});
	const summary = summarizeRows([judgement]);
	expect(areRowsFailed(summary)).toBe(false);
	const text = formatRows(summary, [judgement]);
	expect(text).toContain('  row: not made: a.txt:2 (needs-model, describes a change in words)');
	expect(text).toContain('0.0% (0 of 1) of the changes that a reader can take are right');
});

test('other comments are read without their files, and those with code are counted', async () => {
	const other = (body: string) => ({...row(body, {}), login: null, in_reply_to_id: null});
	const judgements = await judgePool([other(suggestion('TWO')), other('In words.')], signal);
	expect(summarizePool(judgements).sum).toEqual({comments: 2, crashed: 0, unreported: 0, asking: 2, withCode: 1});
});

const said = (outcome: 'applied' | 'stale', diff: string) =>
	({
		findings: [{source: {commentId: '7'}, alsoTold: [], outcome, reason: '', changes: ['c']}],
		changes: [{id: 'c', path: 'a.txt', outcome, original: {commit: null, start: 2, end: 2}, diff}],
	}) as unknown as RunClaims;

test.each([
	['applied as labelled', said('applied', '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n'), 'right'],
	['applied with another text', said('applied', '@@ -1,3 +1,3 @@\n one\n-two\n+tWo\n three\n'), 'wrong'],
	['left alone', said('stale', ''), 'not made'],
] as const)('a labelled comment of a whole pull request, %s', (_, report, verdict) => {
	const expected = {actionable: true, needs_llm: false, severity: null, changes: [change(2, 2, 'two\n', 'TWO\n')]};
	const candidate: Case = {
		id: 'pull',
		kind: 'pull',
		commits: [],
		comments: [],
		expected: {perComment: {7: {row: 'row', bot: 'human', expected}}},
	};
	const files = new Map([['a.txt', Buffer.from(file)]]);
	expect(judgeLabelled(candidate, {said: report, files})).toMatchObject([{comment: '7', verdict}]);
	const there = new Map([['a.txt', Buffer.from('TWO\n')]]);
	if (verdict === 'not made') {
		expect(judgeLabelled(candidate, {said: report, files: there})).toMatchObject([{verdict: 'right'}]);
	}
});
