import type {Location} from '../../code-host/location.ts';
import type {Connection} from '../../code-host/port.ts';
import {runTrailer} from '../../resolve/commit-message.ts';
import {commitsWithTrailer, type TrailedCommit} from '../../worktree/blame.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import {readRunId} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';

/** Whether the token's account has made a commit: it is the author, and the committer too unless the host is. */
export type IsMadeByUs = (oid: string) => Promise<boolean>;

/** As the host has it, which is asked for each commit. @param viewer login of the token's account */
export const madeBy =
	({makersOf}: Pick<Connection, 'makersOf'>, location: Location, viewer: string): IsMadeByUs =>
	async oid => {
		const [maker, ...others] = await makersOf(location, oid);
		return others.length === 0 && maker?.toLowerCase() === viewer.toLowerCase();
	};

/** A commit of this program, by its trailer, and the run that made it. */
export type ProvenCommit = TrailedCommit & {run: string};

/** Of these commits, those of this program that the token's account has made, in the same order. A trailer alone proves nothing, because anyone can copy it. */
export async function ownCommits(
	git: Git,
	commits: readonly string[],
	isMadeByUs: IsMadeByUs,
): Promise<Map<string, ProvenCommit>> {
	const own = new Map<string, ProvenCommit>();
	for (const [oid, trailed] of await commitsWithTrailer(git, commits, runTrailer)) {
		const [run = ''] = trailed.values;
		if (readRunId(run) !== null && (await isMadeByUs(oid))) own.set(oid, {...trailed, run});
	}
	return own;
}

/** Whether a commit is of this program: by the record of a run here, or as in `ownCommits`. */
export function isOurCommit(git: Git, runs: readonly Run[], isMadeByUs: IsMadeByUs): (oid: string) => Promise<boolean> {
	const recorded = new Set(runs.flatMap(storedCommitsOf).map(({oid}) => oid));
	return async oid => recorded.has(oid) || (await ownCommits(git, [oid], isMadeByUs)).has(oid);
}
