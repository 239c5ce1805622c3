import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {WatchRun} from '../headless/watch-run.ts';
import type {Context} from '../run/context.ts';
import type {WatchLimits} from '../run/watch/next-step.ts';
import {openWorktree} from '../run/worktree.ts';
import {logins} from '../settings/kind.ts';
import {openDeadline} from '../system/deadline.ts';
import {appFlags, canShowApp, isCi, readerOf, screenFor, withHeldLog} from './app.ts';
import type {CommandSpec, Flags, FlagValues, Invocation, Io, Run} from './command.ts';
import {consentOf, isPreview} from './consent.ts';
import {deliveryFlags, deliveryRequest, withoutAccepting} from './delivery-flags.ts';
import {allExits} from './exit-codes.ts';
import {readFlag, seconds, wholeNumber} from './flag-value.ts';
import {jsonFlag} from './flags.ts';
import {atHead, checkoutFlags, refuseNeedsOfTree} from './no-checkout.ts';
import {
	modelFlags,
	objectionFlags,
	onlyFlag,
	pullRequestArgument,
	pullRequestFlags,
	sourceFlags,
	treeFlags,
	verdictFlag,
} from './pull-request.ts';
import {reviewRequest} from './review-request.ts';
import {terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

/** How long it goes on. A reviewer that is asked more often does not answer sooner. */
const roundFlags = {
	maxRounds: {group: 'rounds', placeholder: '<n>', help: 'limit the number of rounds that push (default: 3)'},
	every: {
		group: 'rounds',
		placeholder: '<s>',
		help: 'set the seconds between checks of the pull request, at least 30 (default: 60)',
	},
	quiet: {
		group: 'rounds',
		placeholder: '<s>',
		help: 'set the seconds without a new comment after which it ends (default: 120)',
	},
	for: {
		group: 'rounds',
		placeholder: '<s>',
		help: 'limit the seconds of all rounds and waits together (default: 3600)',
	},
	once: {group: 'rounds', help: 'run one round and never wait, for example in CI'},
} as const satisfies Flags;

export const spec = {
	positionals: [pullRequestArgument],
	about:
		'It applies, pushes, waits for the reviewers to look again, and repeats. Brakes stop loops: a limit on rounds, comments on its own lines, changes that go back and forth.',
	everyday: [
		'publish',
		'verify',
		'maxRounds',
		'for',
		'once',
		'only',
		'dryRun',
		'yes',
		'severity',
		'path',
		'llmPreset',
		'costBudget',
		'json',
		'set',
	],
	flags: {
		...roundFlags,
		...pullRequestFlags,
		...treeFlags,
		...onlyFlag,
		...checkoutFlags,
		decisions: sourceFlags.decisions,
		...verdictFlag,
		...modelFlags,
		...objectionFlags,
		dryRun: {group: 'changes', help: 'show what each round would do without writing'},
		yes: {group: 'changes', help: 'start without asking first'},
		...deliveryFlags,
		...appFlags,
		...jsonFlag,
	},
	exits: {
		...allExits,
		0: 'done: nothing is left to apply and the pull request is quiet, or it was closed or merged',
		3: 'ended, but something needs you, or a reviewer has not seen the head',
		5: "stopped: a brake, such as --max-rounds, a budget, GitHub's limit on writes, or the time of --for",
	},
	examples: [
		{line: 'pr-resolve watch 12 --publish', help: 'apply, push and answer until reviewers have nothing new'},
		{line: 'pr-resolve watch 12 --publish --verify ./test.sh', help: 'commit and push only what passes the tests'},
		{line: 'pr-resolve watch 12 --publish --max-rounds 5 --for 7200', help: 'allow more rounds and more time'},
		{line: 'pr-resolve watch 12 --once --publish --yes --json', help: 'run one round, as in CI'},
		{line: 'pr-resolve watch 12 --publish --once --dry-run', help: 'show what the first round would do'},
	],
} as const satisfies CommandSpec;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const only = readFlag('watch', invocation.flags, 'only', logins, []);
	const given = {...invocation, flags: {...invocation.flags, from: null, only}};
	const {flags, settings} = given;
	const terminal = terminalOf(invocation, io);
	const limits = limitsOf(flags);
	const deadline = openDeadline(limits.forMs, '--for', io);
	const runOf = ({flags, settings}: typeof given) => {
		const delivery = withoutAccepting(deliveryRequest(flags, settings), settings);
		if (!delivery.push && !limits.isOnce && !isPreview(flags, settings)) {
			const message = 'watch needs --push or --publish, because reviewers only look at what is on GitHub.';
			const remedy =
				'Pass one of them. To take one round in this folder, pass --once; to look first, --once --dry-run.';
			throw usage('watch', 'bad-flags', message, remedy);
		}
		const {action, isAsked, begin} = consentOf('watch', {flags, settings}, terminal, io);
		const {json, showMetrics, metricsFile, ...round} = reviewRequest('watch', {flags, settings});
		return {round: {...round, action, delivery}, limits, deadline, begin, json, showMetrics, metricsFile, isAsked};
	};
	const isDrawn = canShowApp(invocation, io) && !isCi(io.env) && readerOf(flags.screenReader, io.env) === null;
	const isLive = isDrawn && !flags.json && !limits.isOnce && !terminal.verbose;
	const [{runWatch}, {patienceOf}] = await Promise.all([
		import('../headless/watch-run.ts'),
		import('../run/watch/next-step.ts'),
	]);
	const show = (wanted: WatchRun) => (isLive ? showLive(wanted, invocation, io) : runWatch(wanted, terminal, io));
	if (!flags.noCheckout) return show({...runOf(given), open: () => openWorktree(io)});
	refuseNeedsOfTree('watch', deliveryRequest(flags, settings));
	return atHead('watch', given, {...io, ...patienceOf(limits, deadline)}, ({settings}, {source, repository}) => {
		const {round, ...run} = runOf({...given, settings});
		return show({...run, round: {...round, request: {...round.request, source}}, open: async () => repository});
	});
};

/** Asks, shows the live screen, then prints the result. */
async function showLive(wanted: WatchRun, invocation: WatchInvocation, io: Io & Context): Promise<ExitCode> {
	const {beginWatch, showWatched, unattendedQuestions} = await import('../headless/watch-run.ts');
	const terminal = terminalOf(invocation, io);
	if (!(await beginWatch(wanted, terminal, io))) return exitCodes.needsPerson;
	const watched = await withHeldLog(io, async context => {
		const {flags, settings} = invocation;
		const [{startApp}, {watchApp}] = await Promise.all([
			import('../tui/start.tsx'),
			import('../tui/watch/watch-app.ts'),
		]);
		const run = {request: wanted, questions: unattendedQuestions(terminal, context.signal)};
		const app = watchApp(run, io.banner ?? null, settings.values.watchKeys, context);
		return (await startApp(app, screenFor(invocation, !flags.noFullscreen), context)).state.watched;
	});
	return watched ? showWatched(wanted, watched, terminal, io) : exitCodes.interrupted;
}

type WatchInvocation = Invocation<typeof spec.flags>;

/** @throws {Failure} usage `bad-value` */
function limitsOf(flags: FlagValues<typeof roundFlags>): WatchLimits {
	const inMs = (name: 'every' | 'quiet' | 'for', from: number, otherwise: number) =>
		1000 * readFlag('watch', flags, name, seconds(from, 1_000_000), otherwise);
	return {
		maxRounds: readFlag('watch', flags, 'maxRounds', wholeNumber(1), 3),
		everyMs: inMs('every', 30, 60),
		quietMs: inMs('quiet', 0, 120),
		forMs: inMs('for', 0, 3600),
		isOnce: flags.once,
	};
}
