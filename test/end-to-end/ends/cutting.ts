import {execFileSync} from 'node:child_process';
import {readResult} from '../../../source/action/result.ts';
import {formatSummary} from '../../../source/action/summary.ts';
import {exitCodes} from '../../../source/exit-code.ts';
import {Failure} from '../../../source/failure.ts';
import {type Fault, fault} from '../../emulators/github/faults.ts';
import type {GitHub} from '../../emulators/github/server.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import type {Environment, WorkTree} from '../../helpers/work-tree.ts';
import {pushing} from '../closing/pushing.ts';
import {fleetToApply} from '../fleet/applying.ts';
import {applying, twoSuggestions} from '../no-checkout/applying.ts';
import {type Deeds, differencesFromHost, kinds, type Told, toldBy, toldByFleet, toldByRounds} from './told.ts';

type Ended = Awaited<ReturnType<WorkTree['call']>>;

/** A pull request with two suggestions by a bot, and a command that publishes them. */
export type Publishing = {
	host: GitHub;
	run: (signal?: AbortSignal) => Promise<Ended>;
	/** Finishes what the command has left, as it suggests. */
	finish: () => Promise<Ended>;
	/** What `pr-resolve runs` shows; `open`: steps that are not finished. */
	recorded: () => Promise<Deeds & {open: number}>;
	onHost: () => Deeds;
	/** What the document of the command says, by each that shows it. */
	told: (json: unknown) => Told[];
	/** What that of `finish` says. */
	toldLater: (json: unknown) => Told;
	/** How many replies there are if nothing ends it. */
	replies: number;
};

type Site = {
	host: GitHub;
	/** The pull request, as arguments. */
	name: readonly string[];
	call: (args: readonly string[], signal?: AbortSignal) => Promise<Ended>;
	/** How many commits the branch has more than at the start. */
	commits: () => number;
	threads: () => {isResolved: boolean; comments: readonly unknown[]}[];
};

async function inClone(): Promise<Site> {
	const clock = virtualClock(Date.now());
	const {host, tree, env, bare, review} = await pushing({clock, review: twoSuggestions});
	const base = tree.head;
	return {
		host,
		name: ['7'],
		call: (args, signal) => tree.call(args, {env, clock, ...(signal && {signal})}),
		commits: () => countCommits(bare, base, 'feature/limits', tree.env),
		threads: () => review.pullRequest.data.reviewThreads,
	};
}

async function withoutCheckout(): Promise<Site> {
	const {host, outside, env, url, bare, tree, data, clock} = await applying(twoSuggestions);
	return {
		host,
		name: [url, '--no-checkout'],
		call: (args, signal) => outside.call(args, {env, clock, ...(signal && {signal})}),
		commits: () => countCommits(bare, tree.head, 'feature', tree.env),
		threads: () => data.reviewThreads,
	};
}

async function inFleet(): Promise<Site> {
	const repository = 'acme/api';
	const {host, outside, env, clock, commitsOn} = await fleetToApply([{repository, number: 7, review: twoSuggestions}]);
	return {
		host,
		name: ['acme'],
		call: (args, signal) => outside.call(args, {env, clock, ...(signal && {signal})}),
		commits: () => commitsOn(repository, 7),
		threads: () => host.world.pullRequests[0]!.reviewThreads,
	};
}

const countCommits = (bare: string, base: string, branch: string, env: Environment) =>
	Number(execFileSync('git', ['--git-dir', bare, 'rev-list', '--count', `${base}..refs/heads/${branch}`], {env}));

const onHost = ({commits, threads}: Site): Deeds => ({
	commits: commits(),
	replies: threads().reduce((sum, {comments}) => sum + comments.length - 1, 0),
	resolved: threads().filter(({isResolved}) => isResolved).length,
});

type RunsReport = {runs: {commits: string[]; steps: {kind: string; state: string}[]}[]};

async function recordedAt({call}: Site): Promise<Deeds & {open: number}> {
	const {runs} = (await call(['runs', '--json'])).json as RunsReport;
	const steps = runs.flatMap(run => run.steps);
	const done = (kind: string) => steps.filter(step => step.kind === kind && step.state === 'done').length;
	return {
		// Those that are not pushed are in the clone only.
		commits: done('push') > 0 ? runs.flatMap(({commits}) => commits).length : 0,
		replies: done('reply'),
		resolved: done('resolve'),
		open: steps.filter(({state}) => state === 'intended' || state === 'unknown').length,
	};
}

/** What the summary of the Action says of the same document. */
function toldByAction(json: unknown): Told {
	const result = readResult(JSON.stringify(json), exitCodes.done);
	const page = formatSummary(result).replaceAll('\\', '');
	const [, replies = 0, resolved = 0] = /Threads: (\d+) repl(?:y|ies), (\d+) resolved/.exec(page) ?? [];
	const [, lost = ''] = /Unknown whether it arrived: (.*)\./.exec(page) ?? [];
	const unknown = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(lost)?.[1] ?? 0);
	return {
		// A commit that is not pushed is in no job without a checkout.
		commits: page.match(/^Committed /gm)?.length ?? 0,
		replies: Number(replies),
		resolved: Number(resolved),
		unknown: {commits: unknown('commit'), replies: unknown('repl'), resolved: unknown('resolve')},
	};
}

type Command = {
	words: readonly string[];
	/** What finishes it; the report of that says what the whole run did. */
	finish?: (name: readonly string[]) => readonly string[];
	told: Publishing['told'];
	toldLater?: Publishing['toldLater'];
	replies?: number;
};

const flags = ['--publish', '--yes', '--json'];

const publishing =
	(open: () => Promise<Site>, {words, finish, told, toldLater = toldBy, replies = 2}: Command) =>
	async (): Promise<Publishing> => {
		const site = await open();
		return {
			host: site.host,
			run: signal => site.call([words[0]!, ...site.name, ...words.slice(1), ...flags], signal),
			finish: () => site.call(finish?.(site.name) ?? ['apply', '--continue', '--json']),
			recorded: () => recordedAt(site),
			onHost: () => onHost(site),
			told,
			toldLater,
			replies,
		};
	};

const apply: Command = {words: ['apply'], told: json => [toldBy(json)]};
const watch: Command = {words: ['watch', '--once'], told: json => [toldByRounds(json)]};
const fleet: Command = {
	words: ['fleet', '--apply'],
	finish: name => ['fleet', ...name, '--apply', ...flags, '--resume'],
	told: json => [toldByFleet(json)],
	toldLater: toldByFleet,
};

/** The commands that publish, in a clone and without one. */
export const commands = {
	'apply in a clone': publishing(inClone, apply),
	'apply in a clone, with a comment instead of replies': publishing(inClone, {
		...apply,
		words: ['apply', '--set', 'replies=needed'],
		replies: 0,
	}),
	'apply without a checkout': publishing(withoutCheckout, apply),
	'watch in a clone': publishing(inClone, watch),
	'watch without a checkout, as the Action runs it': publishing(withoutCheckout, {
		...watch,
		told: json => [toldByRounds(json), toldByAction(json)],
	}),
	fleet: publishing(inFleet, fleet),
} satisfies Record<string, () => Promise<Publishing>>;

/** What can end a publication at a request to the host. `abort` ends the command as a signal does. */
export const ends: readonly (readonly [string, (abort: () => void) => Fault])[] = [
	['a signal', abort => fault.meanwhile(abort)],
	['502', () => fault.status(502, 'Bad gateway')],
	['a cut connection', fault.cut],
	['401', fault.badCredentials],
	['a secondary limit', () => fault.secondaryLimit({retryAfter: 30})],
];

/** More than any request is repeated. */
const often = 12;

/** Runs the command; from this request to the host on (0 is the first), answers are faulty for as long as it is repeated. */
export async function cutAt(
	{host, run}: Publishing,
	request: number,
	faultWith: (abort: () => void) => Fault,
): Promise<Ended> {
	const user = new AbortController();
	const abort = () => user.abort(new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).'));
	const good = Array.from({length: request}, () => fault.none());
	const faulty = Array.from({length: often}, () => faultWith(abort));
	host.faults.next(...good, ...faulty);
	const ended = await run(user.signal);
	host.faults.clear();
	return ended;
}

/** What is wrong with reports, compared with the host and the record; empty if nothing is. */
export const differences = (all: readonly Told[], {host, record}: {host: Deeds; record: Deeds}): string[] =>
	all.flatMap(told => [
		...differencesFromHost(told, host),
		...kinds
			.filter(kind => record[kind] !== told[kind])
			.map(kind => `${kind}: reported ${told[kind]}, recorded ${record[kind]}`),
	]);
