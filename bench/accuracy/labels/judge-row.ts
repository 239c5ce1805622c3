import type {Report} from '../../../source/run/report/report.ts';
import {attempt} from './attempt.ts';
import {compareChanges} from './compare.ts';
import {groundOf} from './ground.ts';
import type {Label} from './label.ts';
import type {PostedComment} from './posted.ts';
import {commentedLines, keyOf, type LabelledRow, type Labels, takeableOf} from './rows.ts';

/** The result of a run for a comment, compared with its label. */
export type RowJudgement = {
	id: string;
	bot: string;
	/** Whether all files were available; otherwise the lines of the label replaced them. */
	isReal: boolean;
	/** Findings of the label, those of them that were read at their lines, and others that were read. */
	findings: {wanted: number; right: number; extra: number};
	/** `takeable`: can be read mechanically; `right`: those of them with the labelled result. */
	changes: {takeable: number; right: number; wrong: number};
	isActionableRight: boolean;
	isSeverityRight: boolean;
	/** Whether it was left to a model or a person exactly if the label marks it as not mechanical. */
	isNeedRight: boolean;
	/** The differences from the label. */
	faults: string[];
};

type Finding = Report['findings'][number];

export async function judgeRow(row: LabelledRow, fileAt: Labels['fileAt'], signal: AbortSignal): Promise<RowJudgement> {
	const {expected} = row;
	const ground = groundOf(row, fileAt);
	const attempted = await attempt(postedAs(row), ground, signal);
	const {right, wrong} = compareChanges(attempted, ground);
	const {findings} = attempted.report;
	const active = findings.filter(({outcome}) => outcome !== 'not-actionable');

	const read = compareFindings(row, active);
	const takeable = takeableOf(expected);
	const missed = takeable.filter(change => !right.has(keyOf(change)));
	const isActionable = active.length > 0;
	const severity = findings[0]?.statedSeverity ?? null;
	const left = active.filter(({outcome}) => !done.includes(outcome));
	const isLeft = left.length > 0;
	const faults = [
		read.missing.length > 0 && `not read: ${read.missing.join(', ')}`,
		read.extra > 0 && `${read.extra} findings too many`,
		...missed.map(
			({path, end_line}) =>
				`not made: ${path}:${end_line ?? '?'} (${say(left.filter(finding => finding.path === path))})`,
		),
		...wrong.map(({path, start, end, why}) => `wrong: ${path}:${start}-${end}, ${why}`),
		isActionable !== expected.actionable && `actionable: ${isActionable}, label ${expected.actionable}`,
		severity !== expected.severity && `severity: ${severity}, label ${expected.severity}`,
		isLeft !== expected.needs_llm && `needs a model: ${isLeft}, label ${expected.needs_llm} (${say(left)})`,
	].filter(fault => fault !== false);
	return {
		id: row.id,
		bot: row.bot,
		isReal: [...ground.values()].every(({isReal}) => isReal),
		findings: {wanted: read.wanted, right: read.wanted - read.missing.length, extra: read.extra},
		changes: {takeable: takeable.length, right: takeable.length - missed.length, wrong: wrong.length},
		isActionableRight: isActionable === expected.actionable,
		isSeverityRight: severity === expected.severity,
		isNeedRight: isLeft === expected.needs_llm,
		faults,
	};
}

const postedAs = (row: LabelledRow): PostedComment => ({
	...row,
	login: row.author_login,
	lines: commentedLines(row),
	diffHunk: row.file_sha1 === null ? null : row.diff_hunk,
	replyTo: null,
});

const done: readonly Finding['outcome'][] = ['planned', 'already-applied', 'declined'];

const say = (findings: readonly Finding[]) =>
	findings.map(({outcome, reason}) => [outcome, reason].filter(Boolean).join(', ')).join('; ') || 'nothing is left';

type LabelledPlace = {path: string | null; lines: {start: number; end: number} | null};

function compareFindings(row: LabelledRow, active: readonly Finding[]) {
	const wanted = wantedFindings(row.expected, row);
	const left = [...active];
	const missing = wanted.filter(({path, lines}) => {
		const at = left.findIndex(finding => {
			const isThere = lines === null || (finding.lines?.start === lines.start && finding.lines.end === lines.end);
			return (path === null || finding.path === path) && isThere;
		});
		if (at === -1) return true;
		left.splice(at, 1);
		return false;
	});
	// A body without labelled entries may hold any number.
	const isCounted = row.kind === 'inline' || row.expected.items !== undefined || !row.expected.actionable;
	return {wanted: wanted.length, missing: missing.map(describe), extra: isCounted ? left.length : 0};
}

function wantedFindings({items, actionable}: Label, row: LabelledRow): LabelledPlace[] {
	if (items) {
		return items
			.filter(item => item.actionable !== false && !item.processed)
			.map(({path, start_line, end_line}) => ({
				path,
				lines: start_line === undefined ? null : {start: start_line, end: end_line ?? start_line},
			}));
	}
	if (!actionable) return [];
	return [{path: row.path, lines: commentedLines(row)}];
}

const describe = ({path, lines}: LabelledPlace) =>
	`${path ?? 'a finding'}${lines ? `:${lines.start}-${lines.end}` : ''}`;
