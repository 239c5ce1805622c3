import type {CommitEnd, CommitOrder} from '../../../code-host/commit-order.ts';
import {commitByParts} from './commit-by-parts.ts';
import {createCommit, fitsOneRequest} from './create-commit.ts';
import {findCommit} from './find-commit.ts';
import type {CommitTools, TriedCommit, UnclearCommit} from './refused-commit.ts';

const tooSlow = 'the commit was too large for one request, so it was sent in parts';

/**
 * Makes a commit on a branch. Unless the answer is clear, the branch is read before anything is sent again; and as GitHub
 * compares its head with what is expected, nothing is committed twice.
 * @throws {Error} if the order makes no commit
 */
export async function commitOnBranch(order: CommitOrder, tools: CommitTools): Promise<CommitEnd> {
	check(order);
	const oneRequest = {send: createCommit, via: 'api', note: null} as const;
	const parts = {send: commitByParts, via: 'git-data', note: null} as const;
	const first = fitsOneRequest(order.files) ? oneRequest : parts;
	const tried = await first.send(order, tools);
	const end = await settle(tried, order, first, tools);
	if (end.kind !== 'absent') return end;
	const second = end.isTooSlow ? {...parts, note: tooSlow} : first;
	const last = await settle(await second.send(order, tools), order, second, tools);
	return last.kind === 'absent' ? last.otherwise : last;
}

/** The branch is as before, so that the commit may be sent again. */
type AbsentCommit = Omit<UnclearCommit, 'kind'> & {kind: 'absent'};

/** Reads the branch if the answer was not clear. */
async function settle(
	tried: TriedCommit,
	order: CommitOrder,
	{via, note}: Pick<Extract<CommitEnd, {kind: 'made'}>, 'via' | 'note'>,
	{reader}: CommitTools,
): Promise<CommitEnd | AbsentCommit> {
	if (tried.kind === 'made') return {...tried, note};
	if (tried.kind !== 'unclear') return tried;
	const {otherwise} = tried;
	const isRejected = otherwise.kind === 'rejected';
	const found = await findCommit(order, reader);
	switch (found.kind) {
		case 'made':
			return {...found, via, note};
		case 'gone':
			return found;
		case 'unknown':
			return isRejected ? otherwise : found;
		case 'at':
			if (found.head !== order.expected) return {kind: 'stale', head: found.head};
			return isRejected ? otherwise : {...tried, kind: 'absent'};
	}
}

/** An order without a change would make an empty commit. */
function check({files, expected}: CommitOrder): void {
	if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(expected)) throw new Error('a commit needs the head of its branch');
	if (files.length === 0) throw new Error('a commit needs a change');
	if (new Set(files.map(({path}) => path)).size < files.length) throw new Error('a commit changes a file once');
	for (const {path} of files) {
		if (path === '' || path.split('/').some(step => ['', '.', '..', '.git'].includes(step))) {
			throw new Error(`a commit cannot change ${path}`);
		}
	}
}
