import type {ListedPullRequest, Lists, ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {withBareClone} from '../../worktree/bare/bare-clone.ts';
import type {Repository} from '../../worktree/repository.ts';
import {openSharedParsers} from '../../worktree/syntax/checker.ts';
import type {Context} from '../context.ts';

/** Repositories that are fetched and worked in at the same time. */
const repositoriesAtOnce = 4;

type Work<Listed, Value> = {
	/** As for `Lists.readEach`. */
	files: readonly string[] | null;
	/** Called as soon as one is read. */
	arrive: (listed: Listed, read: ReadPullRequest | Failure) => Promise<Value>;
	/** Called for those of a repository one after the other. The clone, which is empty at first, is that of the repository. */
	take: (listed: Listed, value: Value, clone: Repository, context: Context) => Promise<void>;
	/** How many are read with one call, and how many may be waiting for their turn before the next. Default: all. */
	most?: number;
};

/**
 * Reads pull requests, several with a request, and takes those of a repository one after the other, in one clone without a
 * working tree.
 * @param listed each once; with `most` in the order of their repositories
 * @throws {Failure} if none can be read, or there is no temporary folder; what the work throws; the signal's reason
 */
export async function readInClones<Listed extends ListedPullRequest, Value>(
	listed: readonly Listed[],
	lists: Lists,
	{files, arrive, take, most = Number.POSITIVE_INFINITY}: Work<Listed, Value>,
	context: Context,
): Promise<void> {
	const parsers = context.parsers ?? openSharedParsers(context.signal);
	const arrivals = openArrivals<Value>(listed.map(({id}) => id));
	const takeIn = (repository: readonly Listed[]) =>
		withBareClone(context, async clone => {
			for (const one of repository) {
				await take(one, await arrivals.of(one.id), clone, {...context, parsers});
				arrivals.leave([one.id]);
			}
		}).finally(() => arrivals.leave(repository.map(({id}) => id)));
	const read = async () => {
		for (let from = 0; from < listed.length; from += most) {
			const some = listed.slice(from, from + most);
			const onRead = (one: Listed, result: ReadPullRequest | Failure) => arrivals.arrive(one.id, arrive(one, result));
			try {
				await lists.readEach(some, files, onRead);
			} catch (error) {
				if (from === 0 || !(error instanceof Failure) || error.kind === 'interrupted') throw error;
				// Nothing more can be read. What was read before is worth something.
				for (const one of listed.slice(from)) onRead(one, error);
				return;
			}
			await arrivals.untilFewer(most);
		}
	};
	const reading = read().then(() => arrivals.end(), arrivals.end);
	const repositories = Map.groupBy(listed, ({owner, name}) => `${owner}/${name}`.toLowerCase());
	try {
		const ends = await inParallel([...repositories.values()], repositoriesAtOnce, one =>
			Promise.allSettled([takeIn(one)]),
		);
		await reading;
		// Not before all have removed their temporary folders.
		for (const [end] of ends) if (end.status === 'rejected') throw end.reason;
	} finally {
		if (context.parsers === undefined) parsers.close();
	}
}

/** What arrives in any order, and is used in another. */
function openArrivals<Value>(ids: readonly string[]) {
	const slots = new Map(ids.map(id => [id, Promise.withResolvers<Value>()]));
	const here = new Set<string>();
	let wake = () => {};
	// A later await gets the error; until then it counts as handled.
	for (const {promise} of slots.values()) promise.catch(() => {});
	return {
		arrive(id: string, value: Promise<Value>): void {
			// One that nobody waits for can fail too.
			value.catch(() => {});
			const slot = slots.get(id);
			if (slot) here.add(id);
			slot?.resolve(value);
		},
		/** Nothing more arrives, because of this error if there is one. */
		end: (error: unknown = new Error('not all pull requests were read')) => {
			for (const {reject} of slots.values()) reject(error);
		},
		/** Rejects if it never arrives. */
		of: (id: string): Promise<Value> => slots.get(id)?.promise ?? Promise.reject(new Error(`${id} is not read`)),
		/** These are needed no more. */
		leave(some: readonly string[]): void {
			for (const id of some) {
				slots.delete(id);
				here.delete(id);
			}
			wake();
		},
		/** Resolves when fewer than so many have arrived and are still needed. */
		async untilFewer(many: number): Promise<void> {
			while (here.size >= many) {
				await new Promise<void>(resolve => {
					wake = resolve;
				});
			}
		},
	};
}
