import type {CommitEnd} from '../../../code-host/commit-order.ts';
import type {Client} from '../../client.ts';
import type {Pace} from '../pace.ts';

/** What a commit is sent with; `reader` repeats what failed for the moment, `writer` does not. */
export type CommitTools = {reader: Client; writer: Client; pace: Pace};

/** A commit that was tried once. */
export type TriedCommit =
	| Exclude<CommitEnd, {kind: 'stale'} | {kind: 'unknown'}>
	/** The branch is not where it was expected. */
	| {kind: 'moved'}
	/** `isTooSlow`: the host ended the request because its upload took too long. */
	| (Extract<CommitEnd, {kind: 'unknown'}> & {isTooSlow: boolean});
