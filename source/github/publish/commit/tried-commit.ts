import type {CommitEnd} from '../../../code-host/commit-order.ts';
import type {Client} from '../../client.ts';
import type {Pace} from '../pace.ts';

/** What a commit is sent with; `reader` repeats what failed for the moment, `writer` does not. */
export type CommitTools = {reader: Client; writer: Client; pace: Pace};

/** A commit that was tried once. */
export type TriedCommit = Exclude<CommitEnd, {kind: 'stale' | 'unknown'}> | UnclearCommit;

/** Only the branch tells whether the commit is there, or what is there in its place. */
export type UnclearCommit = {
	kind: 'unclear';
	/** If the branch is as it was. */
	otherwise: Extract<CommitEnd, {kind: 'stale' | 'unknown' | 'rejected'}>;
	/** The host ended the request because its upload took too long. */
	isTooSlow: boolean;
};
