import {type ExitCode, exitCodes} from '../exit-code.ts';
import {formatFleetTotals, formatMissing} from '../run/fleet/fleet-lines.ts';
import {type FleetReport, fleetSchema} from '../run/fleet/fleet-report.ts';
import {countLeft, isToDecide} from '../run/report/outcome.ts';
import {leftInSummary, type Report, reportSchema} from '../run/report/report.ts';
import type {HeadVerdict} from '../run/report/verdict.ts';
import {type StatsReport, statsSchema} from '../run/stats/stats-report.ts';
import {unreadWords} from '../run/stats/stats-words.ts';
import {undoLines} from '../run/undo/undo-document.ts';
import {type UndoReport, undoSchema} from '../run/undo/undo-report.ts';
import {at, isObject, listAt, parseObject, textAt} from '../system/json.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {sentences} from '../text/sentences.ts';

/** What came of a step. */
export type ActionResult = {
	exitCode: ExitCode;
	/** Of one pull request; null if it ended before it had read that. */
	report: Report | null;
	/** Of many. */
	fleet: FleetReport | null;
	/** Of what became of findings. */
	stats: StatsReport | null;
	/** Of a run that was undone. */
	undo: UndoReport | null;
	/** Why it ended early; null if it did not. */
	failure: {code: string; message: string; remedy: string} | null;
	/** What else there is to say: how a round ended, why, and what would go on; or why nothing was done. */
	reason: string;
	/** Whether the event was no command, so that nothing was looked at. */
	isIgnored: boolean;
	/** Warnings for the reader of the job, the most important first. */
	notes: readonly string[];
	/** Null unless the step verified. */
	verdict: HeadVerdict | null;
	/** What a push would have brought, if there can be none; else empty. */
	patch: string;
};

/** Reads the JSON that the program printed: a report, rounds of reports, the report of a fleet, or a failure. */
export function readResult(output: string, exitCode: ExitCode): ActionResult {
	const document = parseObject(output);
	const rounds = listAt(document, 'rounds');
	const last = rounds.at(-1) ?? document;
	const isReport = textAt(last, 'schema') === reportSchema && at(last, 'findings') !== undefined;
	const ending = [textAt(document, 'end'), textAt(document, 'reason')].filter(Boolean).join(': ');
	const isFleet = textAt(document, 'schema') === fleetSchema && isObject(at(document, 'totals'));
	const failed = {
		code: textAt(document, 'error', 'code'),
		message: textAt(document, 'error', 'message'),
		remedy: textAt(document, 'error', 'remedy'),
	};
	const fleet = isFleet ? (document as unknown as FleetReport) : null;
	const isStats = textAt(document, 'schema') === statsSchema && at(document, 'rows') !== undefined;
	const stats = isStats ? (document as unknown as StatsReport) : null;
	const undo = textAt(document, 'schema') === undoSchema && at(document, 'files') ? (document as UndoReport) : null;
	// A failure has the remedy itself.
	const reason = fleet
		? reasonOf(fleet)
		: stats
			? sentences(...unreadWords(stats).slice(0, mostTroubles))
			: undo
				? sentences(...undoLines(undo).map(escapeControls))
				: sentences(ending, failed.message === '' ? textAt(document, 'remedy') : '');
	return {
		...{...nothingDone(reason), exitCode, fleet, stats, undo},
		report: isReport ? withEarlier(last as Report, rounds.slice(0, -1) as Report[]) : null,
		failure: failed.message === '' ? null : failed,
	};
}

/** A round with what those before it, which finished others that were cut, have written to threads. */
function withEarlier(last: Report, earlier: readonly Report[]): Report {
	const all = [...earlier, last].flatMap(({publication}) => publication ?? []);
	const publication = all.at(-1);
	if (!publication) return last;
	const sumOf = (kind: 'replies' | 'resolved' | 'unresolved') => all.reduce((sum, one) => sum + one[kind], 0);
	const sums = {replies: sumOf('replies'), resolved: sumOf('resolved'), unresolved: sumOf('unresolved')};
	return {...last, publication: {...publication, ...sums}};
}

/** Troubles that an annotation has. The summary has all. */
const mostTroubles = 10;

/** What could not be read, what became of the rest, and why a part of it did not come to its end. */
function reasonOf(fleet: FleetReport): string {
	const troubles = fleet.pullRequests.flatMap(({repository, number, error}) =>
		error ? `${repository}#${number}: ${error.message}` : [],
	);
	const more = troubles.length - mostTroubles;
	return sentences(
		...formatMissing(fleet),
		fleet.action === 'list' ? '' : formatFleetTotals(fleet),
		...troubles.slice(0, mostTroubles),
		more > 0 ? `${more} more are in the summary.` : '',
	);
}

/** Object id of the commit that was made last; null if there is none. */
export const commitOf = ({report, undo}: ActionResult): string | null =>
	(report?.commits ?? undo?.revert?.commits ?? []).at(-1)?.oid ?? null;

/** How a step that did nothing ends. */
export const nothingDone = (reason: string): ActionResult => ({
	...{exitCode: exitCodes.done, failure: null, reason, isIgnored: false},
	...{report: null, fleet: null, stats: null, undo: null, notes: [], verdict: null, patch: ''},
});

/** How a step ends whose event is no command. */
export const ignored = (reason: string): ActionResult => ({
	...nothingDone(`Nothing to do: ${reason}.`),
	isIgnored: true,
});

const outcomeWords: Partial<Record<ExitCode, string>> = {
	[exitCodes.done]: 'clean',
	[exitCodes.needsPerson]: 'open',
	[exitCodes.guard]: 'stopped',
};

/** In one word. */
export const outcomeOf = ({exitCode, isIgnored}: ActionResult) =>
	isIgnored ? 'ignored' : (outcomeWords[exitCode] ?? 'failed');

/** The findings that are left for a person. */
export const leftIn = (report: Report | null): Report['findings'] => report?.findings.filter(isToDecide) ?? [];

/**
 * How many changes were applied (for a fleet: findings), how many findings are left for a person, and how many are in words; empty
 * for a list. What there is only a patch of is left.
 */
export function countsOf({report, fleet, stats, patch}: ActionResult): Record<'applied' | 'left' | 'in-words', string> {
	if (fleet) {
		const {summary} = fleet.totals;
		if (!summary) return {applied: '', left: '', 'in-words': ''};
		const {toDecide, inWords} = leftInSummary(summary);
		return {applied: `${summary.applied}`, left: `${toDecide}`, 'in-words': `${inWords}`};
	}
	if (stats) return {applied: '', left: '', 'in-words': ''};
	const applied = report?.changes.filter(({outcome}) => outcome === 'applied').length ?? 0;
	const {toDecide, inWords} = countLeft(report?.findings ?? []);
	const planned = patch === '' ? 0 : (report?.summary.planned ?? 0);
	return {applied: `${applied}`, left: `${toDecide + planned}`, 'in-words': `${inWords}`};
}

/** The code that the step ends with: something left for a person is no failure, unless the workflow says so. */
export const stepCode = ({exitCode}: ActionResult, failsForPerson: boolean): ExitCode =>
	exitCode === exitCodes.needsPerson && !failsForPerson ? exitCodes.done : exitCode;
