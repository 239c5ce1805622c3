import {type ExitCode, exitCodeOf} from '../../exit-code.ts';
import {endingsOf} from '../../run/ending.ts';
import {tellOutcomes} from '../../run/outcome.ts';
import {nameOf} from '../../run/pull-request-name.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import {undoneWords} from './notices.ts';
import {outstanding} from './outstanding.ts';
import type {ReviewState} from './state.ts';

/** What stays on the normal screen when a person leaves. */
export function summaryOf(state: ReviewState): string {
	const {stage, run, index, history, saved, runs, undone} = state;
	if (!run.pullRequest) return '';
	const told = tellOutcomes([...index.judged.values()].map(({verdict}) => verdict));
	const lines = [`${safe(nameOf(run.pullRequest))}: ${count(run.findings.length, 'finding')}`];
	if (told.length > 0) lines.push(`  ${safe(told.join(', '))}`);
	// The latest first: it is the first that can be taken back.
	for (const {id, files} of runs.toReversed()) {
		lines.push(`${count(files.length, 'file')} written; take it back with: pr-resolve undo ${id}`);
	}
	if (stage === 'writing' || stage === 'undoing')
		lines.push('left in the midst of files; how far it came: pr-resolve runs');
	else if (undone) lines.push(undoneWords(undone));
	else if (runs.length === 0) lines.push('nothing was written');
	const left = outstanding(state).length;
	if (left > 0) lines.push(`${count(left, 'decision')} kept: the next pr-resolve review asks whether to go on`);
	if (left > 0 && saved.file !== null && saved.decisions === history.now)
		lines.push(`apply the decisions with: pr-resolve apply --decisions ${safe(saved.file!)}`);
	return `${lines.join('\n')}\n`;
}

/** As a command without the app would end; what has no plan yet is left to a person. */
export function codeOf({run, planned, index}: ReviewState): ExitCode {
	const outcomes = [...index.judged.values()].map(({verdict}) => verdict.outcome);
	return exitCodeOf([...endingsOf(run, outcomes), ...(planned ? [] : (['needsPerson'] as const))]);
}
