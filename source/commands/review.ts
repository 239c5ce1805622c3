import process from 'node:process';
import type {ExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {AccountOptions} from '../headless/accounts.ts';
import {handleInterruptedRun, warnOfInterruptedRun} from '../headless/interrupted-run.ts';
import type {Output} from '../headless/terminal.ts';
import type {Trust} from '../resolve/trust.ts';
import type {Context} from '../run/context.ts';
import type {OpenHead} from '../run/pull-request/open-head.ts';
import {locateWorktree} from '../run/worktree.ts';
import type {AppExit} from '../tui/app/app.ts';
import type {GiveTerminal} from '../tui/app/effects.ts';
import type {SessionRun} from '../tui/review/sessions.ts';
import type {ReviewState} from '../tui/review/state.ts';
import {appFlags, canShowApp, readerOf, screenFor, withHeldLog} from './app.ts';
import type {CommandSpec, Invocation, Io, Run} from './command.ts';
import {deliveryFlags, deliveryPresets, presetsOnHost} from './delivery-flags.ts';
import {writingExits} from './exit-codes.ts';
import {atHead, checkoutFlags} from './no-checkout.ts';
import {modelFlags, objectionFlags, pullRequestArgument, sourceFlags} from './pull-request.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';

export const spec = {
	positionals: [pullRequestArgument],
	everyday: ['author', 'severity', 'path', 'from', 'noCheckout', 'verify', 'publish', 'llmPreset', 'noLlm', 'set'],
	flags: {
		...sourceFlags,
		...checkoutFlags,
		...modelFlags,
		...objectionFlags,
		...deliveryFlags,
		...appFlags,
	},
	exits: {...writingExits, 0: 'done: nothing needs review'},
	examples: [
		{line: 'pr-resolve review', help: 'review the open pull request of the current branch'},
		{line: 'pr-resolve review 12', help: 'review pull request 12'},
		{line: 'pr-resolve review --from review.json', help: 'review a recording'},
		{line: 'pr-resolve review <url> --no-checkout', help: 'review any pull request, without a clone'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = (invocation, io) => showReview(invocation, io, show => show());

/**
 * Shows the review of a pull request until the user quits.
 * @param give called when there is something to show
 * @throws {Failure}
 */
export async function showReview(
	invocation: Invocation<typeof spec.flags>,
	io: Io & Context,
	give: GiveTerminal,
): Promise<ExitCode> {
	if (!canShowApp(invocation, io)) throw needsTerminal(io);
	if (!invocation.flags.noCheckout) return review(invocation, null, io, give);
	presetsOnHost(invocation.flags, invocation.settings);
	return atHead('review', invocation, io, (invocation, head) => review(invocation, head, io, give));
}

/** @param head what to read instead of the working tree; null for none */
async function review(
	invocation: Invocation<typeof spec.flags>,
	head: OpenHead | null,
	io: Io & Context,
	give: GiveTerminal,
): Promise<ExitCode> {
	const {flags, settings} = invocation;
	const {reviewKeys: keys} = settings.values;
	const {stdin, stdout, env, cwd} = io;
	const {request, policy, ...accounts} = reviewRequest('review', {...invocation, flags: {...flags, json: false}});
	const presets = (head ? presetsOnHost : deliveryPresets)(flags, settings);
	const run: SessionRun = {
		request: head ? {...request, source: head.source} : request,
		...{policy, model: availableModel(invocation, policy), presets, goesOn: settings.values.goesOn},
		...(head && {repository: head.repository}),
	};
	if (accounts.metricsFile !== null) {
		const {checkMetricsPath} = await import('../run/report/metrics-file.ts');
		await checkMetricsPath(accounts.metricsFile, cwd);
	}
	const show = async (context: Context) => {
		const terminal = terminalOf(invocation, io);
		const met = head
			? warnOfInterruptedRun(head.repository, io)
			: locateWorktree(io).then(repository => handleInterruptedRun(repository, terminal, io));
		const reader = readerOf(flags.screenReader, env);
		if (reader !== null) {
			const [{reviewInLines}] = await Promise.all([import('../tui/review/linear.ts'), met]);
			const lines = {stdin, stdout, keys, reason: reader, platform: process.platform};
			return reportOnLeaving(await reviewInLines(run, lines, context), {...accounts, policy}, terminal.stdout, context);
		}
		const screen = screenFor(invocation, !flags.noFullscreen);
		const [{startApp}, {withReviewApp}] = await Promise.all([
			import('../tui/start.tsx'),
			import('../tui/review/review-app.ts'),
			met,
		]);
		const left = await withReviewApp(run, keys, context, app => startApp(app, screen, context));
		return reportOnLeaving(left, {...accounts, policy}, terminal.stdout, context);
	};
	return give(() => withHeldLog(io, show));
}

/** The model for the key `m`, even if models are off by default. */
function availableModel({flags, settings}: Parameters<typeof run>[0], trust: Trust): SessionRun['model'] {
	if (flags.noLlm) return {reason: '--no-llm turns models off'};
	if (settings.values.llmProvider === null) return {reason: 'no model is set up; run pr-resolve setup'};
	return {settings: settings.values, trust};
}

/** Reports the model requests as `apply` does; without a plan there is no report. */
async function reportOnLeaving(
	{exitCode, state: {run, planned}}: AppExit<ReviewState>,
	wanted: AccountOptions & Pick<SessionRun, 'policy'>,
	out: Output,
	context: Context,
): Promise<ExitCode> {
	if (planned === null || (!wanted.showMetrics && wanted.metricsFile === null)) return exitCode;
	const [{makeReport}, {reportAccounts}] = await Promise.all([
		import('../run/report/make-report.ts'),
		import('../headless/accounts.ts'),
	]);
	const report = {...makeReport(run, planned.snapshotOf, wanted.policy.mode), exitCode};
	return reportAccounts(wanted, {report, state: run}, out, context);
}

function needsTerminal({stdin, stdout, stderr}: Pick<Io, 'stdin' | 'stdout' | 'stderr'>): Failure {
	const found = Object.entries({stdin, stdout, stderr}).find(([, {isTTY}]) => isTTY !== true);
	const why = found ? `${found[0]} is not a terminal` : '--no-input is set';
	return new Failure(
		'usage',
		'needs-terminal',
		`review needs a terminal, but ${why}.`,
		'Run `pr-resolve analyze` to see the findings, or `pr-resolve apply` to apply them.',
	);
}
