import {describe, expect, test} from 'vitest';
import type {ThreadClosing} from '../../../source/review/closing/close-thread.ts';
import {nothingDecided} from '../../../source/review/closing/marker.ts';
import type {Reversal} from '../../../source/review/closing/reversal-acts.ts';
import {
	formatSummaryComment,
	parseSummaryComment,
	revertedSummary,
	type SummaryRow,
	summaryRows,
} from '../../../source/review/closing/summary-comment.ts';

const [one, other] = ['a'.repeat(40), 'b'.repeat(40)] as const;

const row = (state: SummaryRow['state'], text: string): SummaryRow => ({
	finding: 'f_1',
	place: 'src/a.ts 3',
	state,
	text,
});

const closing = (state: ThreadClosing['state'], text: string | null): ThreadClosing => ({
	state,
	text,
	commit: null,
	isClosed: false,
	open: null,
});

type Case = [string, SummaryRow, ThreadClosing, boolean, string[]];

const applied = row('fixed', `Applied in ${one} (now line 4). "npm test" passes.`);
const declined = row('declined', 'Not applied: on purpose.');
const partly = row(
	'partly',
	`Partly applied in ${one} (1 of 3). Not applied: b.ts 2, edited since; b.ts 9, in conflict.`,
);
const reverted = row('reverted', `Reverted in ${one}.`);
const silence = closing('none', null);

test.each<Case>([
	['the same commit keeps what was known then', applied, closing('fixed', `Applied in ${one}.`), true, [applied.text]],
	['another commit', applied, closing('fixed', `Applied in ${other}.`), true, [`Applied in ${other}.`]],
	[
		'more of it',
		partly,
		closing('partly', `Partly applied in ${one} (2 of 3). Not applied: b.ts 9, in conflict.`),
		true,
		[`Partly applied in ${one} (2 of 3). Not applied: b.ts 9, in conflict.`],
	],
	['another reason', declined, closing('declined', 'Not applied: not now.'), true, ['Not applied: not now.']],
	['applied after all', declined, closing('fixed', `Applied in ${one}.`), true, [`Applied in ${one}.`]],
	['not on the head anymore', applied, silence, true, []],
	['nothing was compared', applied, silence, false, [applied.text]],
	['no decisions this time', declined, silence, true, [declined.text]],
	['reverted, and not applied again', reverted, silence, true, [reverted.text]],
	['its commit is gone', row('fixed', `Applied in ${'c'.repeat(40)}.`), silence, false, []],
])('a line of the summary: %s', (_, said, now, isCompared, expected) => {
	const findings = [{finding: 'f_1', place: 'src/a.ts 4', closing: now, isCompared}];
	const isPublished = (oid: string) => oid === one || oid === other;
	const texts = summaryRows(findings, {rows: [said], isPublished, isComplete: true}).map(({text}) => text);
	expect(texts).toEqual(expected);
});

test('a finding that is gone loses its line, unless not all comments were read', () => {
	const rows = (isComplete: boolean) => summaryRows([], {rows: [applied], isPublished: () => true, isComplete});
	expect([rows(true), rows(false)]).toEqual([[], [applied]]);
});

describe('rows about what a commit reverts', () => {
	const part = (finding: string, change: string, line: number) => ({
		finding,
		ids: [change],
		place: {path: 'src/a.ts', lines: {start: line, end: line}},
	});
	const reverting = (...parts: ReturnType<typeof part>[]): Reversal => ({
		...{of: 'r1', run: 'r2', commit: other, reverted: new Set([one])},
		isGone: () => false,
		isReverted: () => false,
		parts: findings => parts.filter(({finding}) => findings.includes(finding)),
	});
	const decided = {...nothingDecided, taken: ['c_2'], declined: ['c_9']};
	const summary = {run: 'r1', rows: [applied, {...applied, finding: 'f_2'}], more: 0, decided, earlier: ['r0']};

	test('say which part of it, and the marker remembers that', () => {
		const said = `Applied in ${one} (now line 4). Reverted in ${other}: src/a.ts 7.`;
		const now = revertedSummary(summary, reverting(part('f_1', 'c_2', 7)))!;
		expect(now.rows).toEqual([{...applied, state: 'partly', text: said}, summary.rows[1]]);
		expect(now.decided).toEqual({declined: ['c_9'], taken: [], reverted: ['c_2']});
		const read = parseSummaryComment(formatSummaryComment({...summary, ...now}));
		expect(read).toMatchObject({rows: now.rows, decided: now.decided, earlier: ['r0']});
		expect(revertedSummary({...summary, ...now}, reverting(part('f_1', 'c_2', 7)))).toBeNull();
	});

	test('stay as they are if it is about others', () => {
		expect(revertedSummary(summary, reverting(part('f_7', 'c_7', 7)))).toBeNull();
	});
});
