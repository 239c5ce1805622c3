import {openBare} from '../../../test/emulators/github/bare.ts';
import type {PullRequestBuilder} from '../../../test/emulators/github/data.ts';
import type {GitHub, Write as HostWrite} from '../../../test/emulators/github/server.ts';
import type {Environment} from '../../isolation.ts';
import type {Random} from '../random.ts';

/** The branch of the pull request has been moved. */
type Move = {kind: 'move'; by: 'program' | 'people'; from: string; to: string};

/** A request of the program that has taken effect. */
type Write = {kind: 'write'; operation: string; target: string; body: string};

/** What has happened, in order, and during which process of the program (from 1). */
export type Happened = (Move | Write) & {process: number};

/** A pull request, and all that happens to it on the host. */
export type Followed = {
	pull: PullRequestBuilder;
	/** The repository with its branch. */
	bare: string;
	env: Environment;
	random: Random;
	/** Milliseconds since the epoch. */
	now: () => number;
	/** The head at first. */
	base: string;
	happened: Happened[];
	/** Threads that people have opened again. */
	unresolved: Set<string>;
	/** How many processes of the program there were. */
	processes: number;
	head: () => string;
	/** People move the branch. False if it has just been moved. */
	move: (to: string) => boolean;
	/** Notes what was pushed since. */
	look: (by?: Move['by']) => void;
	note: (write: HostWrite) => void;
};

export function follow(
	pull: PullRequestBuilder,
	{bare: folder, ...given}: Pick<Followed, 'bare' | 'env' | 'random' | 'now'>,
): Followed {
	const bare = openBare(folder);
	const base = pull.data.headRefOid;
	const ref = `refs/heads/${pull.data.headRefName}`;
	let last = base;
	const add = (what: Move | Write) => void followed.happened.push({...what, process: followed.processes});
	const followed: Followed = {
		...given,
		...{pull, bare: folder, base, happened: [], unresolved: new Set(), processes: 0},
		head: () => bare.head(ref)!,
		look(by = 'program') {
			const head = followed.head();
			if (head !== last) add({kind: 'move', by, from: last, to: head});
			last = head;
		},
		move(to) {
			followed.look();
			if (!bare.move(ref, to, last)) return false;
			add({kind: 'move', by: 'people', from: last, to});
			last = to;
			return true;
		},
		note: write => add({kind: 'write', operation: write.operation, target: targetOf(write), body: bodyOf(write)}),
	};
	return followed;
}

/** Node id of the thread, comment or pull request; empty for a commit. */
export const targetOf = ({variables: {thread, comment, pullRequest}}: HostWrite): string =>
	String(thread ?? comment ?? pullRequest ?? '');

const bodyOf = ({variables: {body}}: HostWrite) => String(body ?? '');

/** Gives the writes that came since it was asked last. */
export function newWrites({writes}: GitHub): () => HostWrite[] {
	let seen = writes.length;
	return () => {
		const news = writes.slice(seen);
		seen = writes.length;
		return news;
	};
}
