import type {FoundPull, ListScope, Lists, ReadPullRequest} from '../../code-host/lists.ts';
import {noClone, type OnWait} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import {inParallel} from '../../system/in-parallel.ts';
import type {Repository} from '../../worktree/repository.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {findPulls, type OnFound} from '../fleet/find-pulls.ts';
import {keyOf} from '../fleet/fleet-list.ts';
import {nameOfScope} from '../fleet/read-scopes.ts';
import {nameOf} from '../pull-request/name.ts';
import {readInClones} from '../pull-request/read-in-clones.ts';
import {failureOfOne} from '../report/reported-error.ts';
import {nothingCounted} from './count-pull.ts';
import type {CountedPull, StatsRead} from './counted.ts';
import {type KeptCounts, openKeptCounts} from './kept-counts.ts';

export type StatsRequest = {
	scopes: readonly ListScope[];
	/** Milliseconds since the epoch. */
	since: number;
	state: StatsRead['state'];
	/** Whether what was kept is read again. */
	isFresh: boolean;
};

/**
 * Counts a pull request that was read whole.
 * @param clone without a working tree; it may have other heads of the same repository
 * @throws {Failure} if it cannot be counted
 */
export type CountPull = (
	given: {read: ReadPullRequest; listed: FoundPull},
	clone: Repository,
	context: Context,
) => Promise<CountedPull>;

type Following = {
	onFound: OnFound;
	onWait: OnWait;
	/** Called before the first and after each of those that have to be read. */
	onRead: (progress: {done: number; of: number}) => void;
};

const statesOf = {merged: ['merged'], closed: ['closed'], all: ['merged', 'closed', 'open']} as const;

/** GitHub's limit is renewed every hour, and thousands of pull requests need more than one. */
const untilLimitIsOver = {totalMs: Number.POSITIVE_INFINITY, requiredMs: 65 * 60_000};

/** With one call: five requests. */
const mostAhead = 50;

/**
 * Lists the pull requests of scopes, and counts those that were not counted before, or have changed since. One that cannot be read
 * or counted keeps no other from it.
 * @throws {Failure} if none can be listed or read; the signal's reason
 */
export async function readStats(
	{scopes, since, state, isFresh}: StatsRequest,
	count: CountPull,
	{onFound, onWait, onRead}: Following,
	context: Context,
): Promise<StatsRead> {
	const world = {...context, hostPatience: {...untilLimitIsOver, ...context.hostPatience}};
	const kept = await openKeptCounts(context);
	const ended = {states: statesOf[state], since};
	const found = await findPulls({scopes, ended, onFound, onWait}, world);
	const listed = [...new Map(found.found.map(one => [keyOf(one), one])).values()];
	const counted = new Map<string, CountedPull>();
	const unread = new Map(found.unread.map(({repository, failure}) => [repository, failure.message]));
	await inParallel(listed, 16, async pull => {
		const isQuiet = pull.threads + pull.others === 0;
		const known = isQuiet ? nothingCounted(pull) : isFresh ? null : await kept.of(pull);
		if (known) counted.set(keyOf(pull), known);
	});
	const left = listed.filter(pull => !counted.has(keyOf(pull)));
	let done = 0;
	if (left.length > 0) onRead({done, of: left.length});
	const end = (pull: FoundPull, result: CountedPull | Failure) => {
		if (result instanceof Failure) unread.set(nameOfPull(pull), result.message);
		else counted.set(keyOf(pull), result);
		done += 1;
		onRead({done, of: left.length});
	};
	for (const [host, pulls] of Map.groupBy(left, pull => pull.host)) {
		const lists = await codeHostOf(context).openLists(host, noClone, world, onWait);
		try {
			await countEach(pulls, lists, {count, kept, end}, world);
		} catch (error) {
			context.signal.throwIfAborted();
			// What is known already is worth something.
			if (!(error instanceof Failure) || counted.size === 0) throw error;
			const missing = pulls.filter(pull => !counted.has(keyOf(pull)) && !unread.has(nameOfPull(pull)));
			for (const pull of missing) end(pull, error);
		}
	}
	return {
		scopes: scopes.map(nameOfScope),
		since: new Date(since).toISOString(),
		state,
		readAt: new Date(context.now()).toISOString(),
		pulls: listed.flatMap(pull => counted.get(keyOf(pull)) ?? []),
		unread: [...unread].map(([name, why]) => ({name, why})),
		incomplete: found.incomplete,
		repositories: found.repositories,
	};
}

type Counting = {
	count: CountPull;
	kept: KeptCounts;
	/** Called once for each. */
	end: (pull: FoundPull, result: CountedPull | Failure) => void;
};

/** Reads and counts pull requests of one server, those of a repository in one clone. @throws as `readInClones` */
async function countEach(
	pulls: readonly FoundPull[],
	lists: Lists,
	{count, kept, end}: Counting,
	context: Context,
): Promise<void> {
	const byRepository = Map.groupBy(pulls, ({owner, name}) => `${owner}/${name}`.toLowerCase());
	const work = {
		files: null,
		most: mostAhead,
		arrive: async (_: FoundPull, read: ReadPullRequest | Failure) => read,
		async take(listed: FoundPull, read: ReadPullRequest | Failure, clone: Repository, world: Context): Promise<void> {
			try {
				if (read instanceof Failure) throw read;
				const counted = await count({read, listed}, clone, world);
				// What is missing now may not be missing next time.
				if (counted.incomplete.length === 0) await kept.keep(listed, counted);
				end(listed, counted);
			} catch (error) {
				context.signal.throwIfAborted();
				end(listed, failureOfOne(error, context));
			}
		},
	};
	await readInClones([...byRepository.values()].flat(), lists, work, context);
}

const nameOfPull = ({owner, name, number}: FoundPull) => nameOf({owner, repo: name, number});
