import {count} from '../../run/count.ts';
import {isOpen, type Outcome, outcomes} from '../../run/outcome.ts';
import {nameOf} from '../../run/pull-request-name.ts';
import {safe} from '../text/safe.ts';
import type {ReviewState} from './state.ts';

/** What stays on the normal screen when a person leaves. */
export function summaryOf({run, index, history, saved}: ReviewState): string {
	if (!run.pullRequest) return '';
	const counts = countOutcomes([...index.judged.values()].map(({verdict}) => verdict.outcome));
	const lines = [`${safe(nameOf(run.pullRequest))}: ${count(run.findings.length, 'finding')}`];
	if (counts.size > 0) lines.push(`  ${[...counts].map(([outcome, number]) => `${number} ${outcome}`).join(', ')}`);
	const runId = run.written?.runId;
	if (runId) lines.push(`take it back with: pr-resolve undo ${runId}`);
	else if (history.now.size > 0 && saved.file !== null && saved.decisions === history.now) {
		lines.push(`nothing was written; apply the decisions with: pr-resolve apply --decisions ${safe(saved.file)}`);
	} else lines.push('nothing was written');
	return `${lines.join('\n')}\n`;
}

/** As a command without the app would end: 3 where something is left for a person. */
export function exitCodeOf({run, index}: ReviewState): number {
	const isLeft = [...index.judged.values()].some(({verdict}) => isOpen(verdict.outcome));
	return isLeft || (run.pullRequest?.completeness.incomplete.length ?? 0) > 0 ? 3 : 0;
}

function countOutcomes(given: readonly Outcome[]): Map<Outcome, number> {
	const ordered = outcomes.map(outcome => [outcome, given.filter(other => other === outcome).length] as const);
	return new Map(ordered.filter(([, number]) => number > 0));
}
