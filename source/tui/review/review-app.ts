import {undoCommand} from '../../delivery/publish/report-publication.ts';
import {type ExitCode, exitCodeOf} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import {keptWords} from '../../run/memory/receipt.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {askingLines} from '../../run/report/asking-words.ts';
import {askingOf, endingsOf, unanswered} from '../../run/report/ending.ts';
import {formatOutcomes} from '../../run/report/outcome.ts';
import type {RunState} from '../../run/state.ts';
import {lastingWarnings} from '../../run/warning.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import type {AppOf} from '../app/app.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Action, Effect} from './actions.ts';
import {ownReplies} from './delivery/own-replies.ts';
import {stepResults} from './delivery/words.ts';
import {effectsOf} from './effects.ts';
import {keymap} from './keymap.ts';
import {undoneWords} from './notices.ts';
import {type SessionRun, sessionsOf} from './sessions.ts';
import {initialReview, type ReviewState} from './state.ts';
import {updateReview} from './update.ts';
import {outstanding} from './written-runs.ts';

/** Shows a review, drawn or as lines; its sessions are closed afterwards. */
export async function withReviewApp<Result>(
	run: SessionRun,
	ownKeys: OwnKeys,
	context: Context,
	show: (app: AppOf<ReviewState, Action, Effect>) => Promise<Result>,
): Promise<Result> {
	const sessions = sessionsOf(run, context);
	try {
		return await show({
			keys: keysWith(keymap, 'keys.review', ownKeys),
			initial: app => initialReview(app, sessions),
			update: updateReview,
			effects: hands => effectsOf(sessions, hands, context),
			load: async () => (await import('./app.tsx')).App,
			summary: summaryOf,
			exitCode: codeOf,
		});
	} finally {
		await sessions.close();
	}
}

export function summaryOf(state: ReviewState): string {
	const {stage, run, index, history, saved, runs, undone, delivery} = state;
	if (!run.pullRequest) return '';
	const verdicts = [...index.judged.values()].map(({verdict}) => verdict);
	const told = formatOutcomes(verdicts);
	const lines = [`${safe(nameOf(run.pullRequest))}: ${count(run.findings.length, 'finding')}`];
	if (told.length > 0) lines.push(`  ${safe(told.join(', '))}`);
	lines.push(...askingLines(askingOf(run)));
	// A finding that was never sent to a model is not open for the reasons in these warnings.
	const left = {
		stale: verdicts.filter(({outcome}) => outcome === 'stale').length,
		needsModel: unanswered(run).length,
	};
	if (delivery.end) lines.push(...stepResults(delivery.end, index).map(({text}) => `  ${safe(text)}`));
	for (const {text} of lastingWarnings(run.warnings, left)) lines.push(`warning: ${safe(text)}`);
	// The latest first, because it must be undone first.
	for (const {id, files, isPushed} of runs.toReversed()) {
		const undoing = `undo with: ${undoCommand(id, isPushed)}`;
		// Without a checkout no file here was written; what was committed is a line above.
		lines.push(delivery.presets.place === 'host' ? undoing : `${count(files.length, 'file')} written; ${undoing}`);
	}
	if (stage === 'writing' || stage === 'undoing')
		lines.push('stopped while writing files; see what was written with: pr-resolve runs');
	else if (undone) lines.push(undoneWords(undone));
	else if (runs.length === 0) lines.push('nothing was written');
	if (state.keptForGood > 0)
		lines.push(`declined for good: ${count(state.keptForGood, 'entry', 'entries')} ${keptWords}`);
	const kept = outstanding(state).length;
	if (kept > 0) lines.push(`${count(kept, 'decision')} kept; the next pr-resolve review offers to continue`);
	const replies = ownReplies(state).length;
	if (replies > 0)
		lines.push(`${count(replies, 'reply', 'replies')} of yours not sent; the next pr-resolve review has it`);
	if (outstanding(state).length > 0 && saved.file !== null && saved.decisions === history.now)
		lines.push(`apply the decisions with: pr-resolve apply --decisions ${safe(saved.file)}`);
	return `${lines.join('\n')}\n`;
}

/** What the steps after writing do not change. */
const currentOf = ({findings, plan, model, warnings, pullRequest}: RunState) => ({
	...{findings, plan, model, warnings, pullRequest},
});

/** The same exit code as without the app; without a plan, findings need review. */
export function codeOf({run, planned, index, delivery}: ReviewState): ExitCode {
	const judged = [...index.judged.values()].map(({verdict}) => verdict);
	return exitCodeOf([
		...endingsOf(delivery.end ? {...delivery.end, ...currentOf(run)} : run, judged),
		...(planned ? [] : (['needsPerson'] as const)),
	]);
}
