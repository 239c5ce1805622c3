import type {PullRequest} from '../../review/comment.ts';
import type {Repository} from '../../worktree/repository.ts';
import {connectTo, locationOf, targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {ReadToday} from '../files/files-today.ts';
import type {Snapshot} from '../files/snapshot.ts';
import type {SessionDelivery} from './session-delivery.ts';

/** What others, or the user elsewhere, have changed since a session has read it. */
export type OutsideLook = {
	/** Paths of files with other lines. */
	files: readonly string[];
	/** What the user has done to what is checked out, as `describeMove` says it; null: nothing. */
	moved: string | null;
	/** How many reviews and comments are new; null if the host was not asked, `refused` if it did not answer. */
	news: number | null | 'refused';
};

/** The files whose bytes are no longer those that were read. */
export async function changedFiles({files}: Snapshot, readToday: ReadToday): Promise<string[]> {
	const changed: string[] = [];
	for (const [path, before] of files) {
		if (!('bytes' in before)) continue;
		const now = await readToday(path);
		if (!now || !('bytes' in now) || !now.bytes.equals(before.bytes)) changed.push(path);
	}
	return changed;
}

/** The same steps; what they have written is not new. */
export const settling = ({settle}: {settle: () => void}, {offer, close}: SessionDelivery): SessionDelivery => ({
	offer,
	async *close(...given) {
		try {
			return yield* close(...given);
		} finally {
			settle();
		}
	},
});

/** What is new since a pull request was read. */
export function openNews(pullRequest: PullRequest, repository: Repository, context: Context) {
	const target = targetOfPullRequest(pullRequest);
	let known: number | null = pullRequest.reviews.length + pullRequest.comments.length;
	return {
		/** Asks the host once, and does not wait for it. @throws the signal's reason */
		async ask(signal: AbortSignal): Promise<OutsideLook['news']> {
			if (target === null) return null;
			try {
				const world = {...context, signal, hostPatience: impatient};
				const connection = await connectTo(target, repository, world, () => {});
				const now = await connection.activityOf(locationOf(target));
				// What was deleted does not hide what comes next.
				known = Math.min(known ?? now, now);
				return now - known;
			} catch {
				signal.throwIfAborted();
				return 'refused';
			}
		},
		/** What is there at the next answer is not new: some of it is ours. */
		settle(): void {
			known = null;
		},
	};
}

/** A look that nobody waits for is not repeated. */
const impatient = {totalMs: 0, requiredMs: 0};
