import {exitCodes} from '../../exit-code.ts';
import type {Remedy} from '../../failure.ts';
import {count} from '../../text/sentences.ts';
import type {StoppedBy} from '../asking/asking-end.ts';
import {type DeliveryStop, openStopOf} from '../events.ts';
import {excludedByProject} from '../plan/filters.ts';
import {makeReport} from '../report/make-report.ts';
import {countForGood, formatLeft, formatOutcomes, leftOf} from '../report/outcome.ts';
import {leftInSummary, type Report} from '../report/report.ts';
import type {RoundRequest} from '../round/round-site.ts';
import type {Round} from '../round/take-steps.ts';
import type {RunState} from '../state.ts';
import {concluded, type WatchConclusion} from './watch-report.ts';

/** What a watch ends on. */
export type WatchStanding = {
	report: Report;
	/** Steps after writing that were not taken to their end. */
	stops: readonly DeliveryStop[];
	/** The findings that the project's own settings file excludes, in words. */
	excluded: readonly string[];
};

export const standingOf = (state: RunState, {analysis}: Round, {policy}: RoundRequest): WatchStanding => ({
	report: makeReport(state, () => analysis.snapshot, policy.mode),
	stops: state.stops,
	excluded: excludedByProject(analysis.findings),
});

/** Whether changes that are only planned are all that is wanted. */
export const isDryRun = ({action}: RoundRequest) => action === 'preview';

/** Whether a step found that the pull request takes no more, which may mean that it was closed or merged. */
export const mayBeClosed = (stops: WatchStanding['stops']) =>
	stops.some(({code}) => code === 'not-pushable' || code === 'not-open');

/** Whether no further round can go on from here: a limit, a failure, or a branch that has moved. */
export function endsWatch({report: {exitCode}, stops}: WatchStanding): boolean {
	const isStuck = stops.some(({step, ending}) => ending === 'needsPerson' && (step === 'commit' || step === 'push'));
	return isStuck || (exitCode !== exitCodes.done && exitCode !== exitCodes.needsPerson);
}

type Circumstances = {
	/** Why there may be more to come; null if nothing suggests that. */
	doubt: string | null;
	/** Whether changes that are only planned are all that was wanted. */
	isDryRun: boolean;
	/** Why no round was taken for what is planned, and what applies it; null if one was. */
	noRound: {reason: string; remedy: Remedy} | null;
};

/** How things stand after a round, or where there is none. */
export function conclude(
	{report, stops, excluded}: WatchStanding,
	{doubt = null, isDryRun = false, noRound = null}: Partial<Circumstances> = {},
): WatchConclusion {
	const {exitCode, summary} = report;
	const stop = openStopOf(stops);
	const remedy = stop?.remedy ?? '';
	if (exitCode === exitCodes.guard) {
		return concluded('stopped', stop?.message ?? guardReason(report), {remedy: stop ? remedy : guardRemedy(report)});
	}
	const forGood = countForGood(report.findings);
	const isPlanned = !isDryRun && summary.planned > 0;
	if (exitCode === exitCodes.done && !isPlanned) {
		if (doubt === null) return concluded('clean', [nothingLeft(report, isDryRun), ...forGood].join('; '));
		return concluded('clean-unverified', [`${nothingLeft(report, isDryRun)}, but ${doubt}`, ...forGood].join('; '));
	}
	if (exitCode === exitCodes.needsPerson || exitCode === exitCodes.done) {
		const left = report.findings.filter(one => leftOf(one) !== null || one.outcome === 'planned');
		const skipped = isPlanned ? noRound : null;
		const reasons = [skipped?.reason, ...excluded, stop?.message, doubt].filter(reason => reason != null);
		const parts = [...formatOutcomes(left), ...reasons];
		const told = [...(parts.length === 0 ? ['something needs review'] : parts), ...forGood];
		return concluded('open', told.join('; '), {
			remedy: remedy || (skipped?.remedy ?? ''),
		});
	}
	return {...concluded('failed', stop?.message ?? modelReason(report) ?? 'the last round failed', {remedy}), exitCode};
}

/** Why the model's answers are missing. */
const modelReasons: Record<StoppedBy, string> = {
	authentication: 'the model service refused access',
	budget: 'the model budget is spent',
	circuit: 'the circuit breaker of the model is open',
	store: 'what machines share cannot be used',
	limit: "the model's quota or rate limit is used up",
	service: 'the model service did not answer',
	rejected: 'the model service rejected the questions',
};

const modelReason = ({llm}: Report) => (llm.stoppedBy === null ? null : modelReasons[llm.stoppedBy]);

/** A stop of another part than the steps after writing. */
function guardReason(report: Report): string {
	const {verification} = report;
	const ofModel = modelReason(report);
	if (ofModel !== null) return ofModel;
	return verification?.stoppedBy === 'budget' ? 'there is no time left for the verification' : 'a limit was reached';
}

const guardRemedy = ({llm}: Report) => (llm.stoppedBy === 'store' ? 'See why: pr-resolve doctor' : '');

/** Findings in words are open, but are no change that could be applied. */
function nothingLeft({summary}: Report, isDryRun: boolean): string {
	const planned = isDryRun && summary.planned > 0 ? [`${count(summary.planned, 'finding')} would be applied`] : [];
	const prose = formatLeft(leftInSummary(summary)).map(({text}) => text);
	const first = planned[0] ?? 'nothing is left to apply';
	return prose.length > 0 ? `${first} (${prose.join(', ')})` : first;
}
