import type {Policy} from '../resolve/policy.ts';
import type {MadePlan} from '../run/closing/place.ts';
import {type ClosingRequest, isOnlyAnswer} from '../run/closing/request.ts';
import {heldByAnswers} from '../run/decisions/answers.ts';
import type {Driver} from '../run/driver.ts';
import {diffOf} from '../run/plan/diff.ts';
import {formatWork, workOf} from '../run/plan/plan-of.ts';
import {makeReport} from '../run/report/make-report.ts';
import type {Report} from '../run/report/report.ts';
import {escapeLines} from '../text/escape-controls.ts';
import {shownIn} from '../text/safe.ts';
import {someNames} from '../text/sentences.ts';
import {wrap} from '../text/wrap.ts';
import {sumOfWrites} from '../worktree/run-effects.ts';
import {formatNextSteps} from './next-steps.ts';
import {ask} from './prompt.ts';
import {formatReport} from './report-text.ts';
import {layoutOf, roomOf, type Terminal} from './terminal.ts';

/** Shows a plan and what follows, and asks whether to go on; a plan that does nothing needs no answer. */
export async function confirmPlan(
	{analysis, plan}: MadePlan,
	{mode, closing}: {mode: Policy['mode']; closing: ClosingRequest | null},
	driver: Driver,
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	const work = closing !== null && isOnlyAnswer(closing) ? workOf([]) : workOf(plan.rulings);
	const {published, pushPreview, commitPreview} = driver.state();
	const writes = published ? sumOfWrites(published.planned) : 0;
	if (work.changes === 0 && writes === 0 && pushPreview === null && commitPreview.length === 0) return true;
	const preview = {...terminal, stdout: terminal.stderr};
	// The line above the question names what would be committed, the branch and the hooks.
	const report = makeReport(driver.state(), () => analysis.snapshot, mode);
	showReport({...report, commitPreview: [], pushPreview: null, hooks: []}, preview, '');
	const next = closing ? formatNextSteps(closing, driver.state(), roomOf(terminal.stderr)) : [];
	const held = heldByAnswers(plan, analysis.answers);
	for (const line of [...heldLines(held, roomOf(terminal.stderr)), ...next]) terminal.stderr.write(`${line}\n`);
	const outward = writes > 0 ? 'Write to the pull request?' : pushPreview ? 'Push to the pull request?' : 'Commit?';
	const question = work.changes > 0 ? `Apply ${formatWork(work, 'to')}?` : outward;
	for (;;) {
		const answer = await ask(question, ['yes', 'no', 'diff'], 'no', terminal.keyboard, signal);
		if (answer !== 'diff') return answer === 'yes';
		terminal.stderr.write(escapeLines(diffOf(analysis, plan)));
	}
}

/** A yes does not take what people have answered. */
const heldLines = (held: readonly string[], room: number) =>
	held.length === 0
		? []
		: wrap(
				shownIn(
					room,
					`Not included: ${someNames(held)}. Decide in pr-resolve review, or pass --over-objections to apply ${held.length === 1 ? 'it' : 'them'}.`,
				),
				room,
			);

/** The report as text, and the diff of a dry run. */
export function showReport(report: Report, terminal: Terminal, diff: string): void {
	const text = formatReport(report, layoutOf(terminal));
	terminal.stdout.write(diff === '' ? text : `${text}\n`);
	// A pipe gets the exact bytes of the patch, so that git can apply it.
	if (terminal.stdout.isTTY) terminal.stdout.write(escapeLines(diff));
	else terminal.stdout.writeExactly(diff);
}
