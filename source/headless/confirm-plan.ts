import {formatAddressed, formatPlannedWrites} from '../delivery/delivery-lines.ts';
import {mayReformatNote, nameHooks} from '../delivery/hooks/hook-lines.ts';
import type {MadePlan} from '../delivery/place.ts';
import {type DeliveryRequest, isOnlyAnswer} from '../delivery/request.ts';
import type {Policy} from '../resolve/policy.ts';
import {withoutReason} from '../review/closing/close-thread.ts';
import {heldByAnswers} from '../run/decisions/answers.ts';
import {diffOf, formatWork, workOf} from '../run/plan/plan-of.ts';
import {makeReport} from '../run/report/make-report.ts';
import type {Report} from '../run/report/report.ts';
import type {Driver, RunState} from '../run/state.ts';
import {escapeLines} from '../text/escape-controls.ts';
import {count, someNames} from '../text/sentences.ts';
import {sumOfWrites} from '../worktree/run-effects.ts';
import {nameRuns} from '../worktree/run-id.ts';
import {ask} from './prompt.ts';
import {formatReport} from './report-text.ts';
import {layoutOf, type Terminal, writeLine} from './terminal.ts';

/** Shows a plan and what follows, and asks whether to go on; a plan that does nothing needs no answer. */
export async function confirmPlan(
	{analysis, plan}: MadePlan,
	{mode, delivery}: {mode: Policy['mode']; delivery: DeliveryRequest | null},
	driver: Driver,
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	const work = delivery !== null && isOnlyAnswer(delivery) ? workOf([]) : workOf(plan.rulings);
	const {published, pushPreview, commitPreview} = driver.state();
	const writes = published ? sumOfWrites(published.planned) : 0;
	if (work.changes === 0 && writes === 0 && pushPreview === null && commitPreview.messages.length === 0) return true;
	const preview = {...terminal, stdout: terminal.stderr};
	// The line above the question names what would be committed, the branch and the hooks.
	const report = makeReport(driver.state(), () => analysis.snapshot, mode);
	showReport({...report, commitPreview: [], pushPreview: null, hooks: []}, preview, '');
	const next = delivery ? formatNextSteps(delivery, driver.state()) : [];
	for (const line of [...heldLines(heldByAnswers(plan, analysis.answers)), ...next]) writeLine(line, terminal);
	const outward = writes > 0 ? 'Write to the pull request?' : pushPreview ? 'Push to the pull request?' : 'Commit?';
	const question = work.changes > 0 ? `Apply ${formatWork(work, 'to')}?` : outward;
	for (;;) {
		const answer = await ask(question, ['yes', 'no', 'diff'], 'no', terminal.keyboard, signal);
		if (answer !== 'diff') return answer === 'yes';
		terminal.stderr.write(escapeLines(diffOf(analysis, plan)));
	}
}

/** A yes does not take what people have answered. */
const heldLines = (held: readonly string[]): string[] =>
	held.length === 0
		? []
		: [
				`Not included: ${someNames(held)}. Decide in pr-resolve review, or pass --over-objections to apply ${held.length === 1 ? 'it' : 'them'}.`,
			];

/** The report as text, and the diff of a dry run. */
export function showReport(report: Report, terminal: Terminal, diff: string): void {
	const text = formatReport(report, layoutOf(terminal));
	terminal.stdout.write(diff === '' ? text : `${text}\n`);
	// A pipe gets the exact bytes of the patch, so that git can apply it.
	if (terminal.stdout.isTTY) terminal.stdout.write(escapeLines(diff));
	else terminal.stdout.writeExactly(diff);
}

/** What follows the writing, for the question before it: `Then: commit on feature, push to octo/app feature.`; no line if nothing does. */
function formatNextSteps(
	{verify, push}: DeliveryRequest,
	state: Pick<RunState, 'plan' | 'published' | 'pushPreview' | 'commitPreview' | 'hooks'>,
): string[] {
	const {published, pushPreview, commitPreview, hooks} = state;
	const names = hooks.map(({name}) => name);
	const steps = [
		...(verify ? [`run "${verify.command}"`] : []),
		...(names.length > 0 ? [`run ${nameHooks(names)}${mayReformatNote(hooks)}`] : []),
		...(commitPreview.messages.length > 0 ? [formatCommit(state)] : []),
		...(push && pushPreview ? [`push to ${pushPreview.repository} ${pushPreview.branch}`] : []),
		...(published && sumOfWrites(published.planned) > 0 ? [formatPlannedWrites(published)] : []),
	];
	const own = [...(published?.threads.values() ?? [])].flatMap(({ownWords, text}) => (ownWords && text ? text : []));
	const addressed = formatAddressed(own);
	const fresh = [...(published?.threads.values() ?? [])].filter(
		({replyUrl, text}) => replyUrl === null && text !== null,
	);
	const fixed = fresh.filter(({state}) => state === 'changed').length;
	const reasons = fresh.filter(({state, text}) => state === 'not-applied' && text !== withoutReason).length;
	return [
		...(steps.length === 0 ? [] : [`Then: ${steps.join(', ')}.`]),
		...(own.length === 0
			? []
			: [`${count(own.length, 'reply is', 'replies are')} what you wrote in pr-resolve review.`]),
		...(fixed === 0 ? [] : [`${count(fixed, 'reply is', 'replies are')} about what was marked as fixed.`]),
		...(reasons === 0 ? [] : [`${count(reasons, 'reply gives', 'replies give')} the reason of a coding agent.`]),
		...(addressed === '' ? [] : [`Note: ${addressed}.`]),
	];
}

/** What a commit would hold: the new changes, what earlier runs left, or both. */
function formatCommit({plan, commitPreview: {branch, earlier}}: Pick<RunState, 'plan' | 'commitPreview'>): string {
	const commit = branch === null ? 'commit' : `commit on ${branch}`;
	if (earlier.length === 0) return commit;
	const hasNew = workOf(plan?.rulings ?? []).changes > 0;
	return `${commit} ${hasNew ? 'with ' : ''}what ${nameRuns(earlier)} left uncommitted`;
}
