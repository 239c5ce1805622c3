import {isOpen, tellOutcomes} from '../../run/outcome.ts';
import {nameOf} from '../../run/pull-request-name.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import {undoneWords} from './notices.ts';
import type {ReviewState} from './state.ts';

/** What stays on the normal screen when a person leaves. */
export function summaryOf({stage, run, index, history, saved, undone}: ReviewState): string {
	if (!run.pullRequest) return '';
	const told = tellOutcomes([...index.judged.values()].map(({verdict}) => verdict));
	const lines = [`${safe(nameOf(run.pullRequest))}: ${count(run.findings.length, 'finding')}`];
	if (told.length > 0) lines.push(`  ${safe(told.join(', '))}`);
	const runId = run.written?.runId;
	if (stage === 'writing' || stage === 'undoing')
		lines.push('left in the midst of files; how far it came: pr-resolve runs');
	else if (runId) lines.push(`take it back with: pr-resolve undo ${runId}`);
	else {
		const isSaved = history.now.size > 0 && saved.file !== null && saved.decisions === history.now;
		const next = isSaved ? `; apply the decisions with: pr-resolve apply --decisions ${safe(saved.file!)}` : '';
		lines.push(`${undone ? undoneWords(undone) : 'nothing was written'}${next}`);
	}
	return `${lines.join('\n')}\n`;
}

/** As a command without the app would end: 3 where something is left for a person. */
export function exitCodeOf({run, planned, index}: ReviewState): number {
	const isLeft = !planned || [...index.judged.values()].some(({verdict}) => isOpen(verdict.outcome));
	return isLeft || (run.pullRequest?.completeness.incomplete.length ?? 0) > 0 ? 3 : 0;
}
