import type {CommitEnd, CommitOrder} from '../../../code-host/commit-order.ts';
import {commitByParts} from './commit-by-parts.ts';
import {createCommit, fitsOneRequest} from './create-commit.ts';
import {findCommit} from './find-commit.ts';
import type {CommitTools} from './tried-commit.ts';

const attempts = 2;

/**
 * Makes a commit on a branch. If its answer is lost, or another commit is on the branch, the branch is read before anything
 * is sent again: its head is compared with what was expected, so nothing is committed twice.
 * @throws {Error} if the order makes no commit
 */
export async function commitOnHost(order: CommitOrder, tools: CommitTools): Promise<CommitEnd> {
	check(order);
	let isOneRequest = fitsOneRequest(order.files);
	let note: string | null = null;
	for (let attempt = 1; ; attempt += 1) {
		const tried = await (isOneRequest ? createCommit : commitByParts)(order, tools);
		if (tried.kind === 'made') return {...tried, note};
		if (tried.kind !== 'moved' && tried.kind !== 'unknown') return tried;
		const found = await findCommit(order, tools.reader);
		if (found.kind === 'made') return {...found, via: isOneRequest ? 'api' : 'git-data', note};
		const isInPlace = found.kind === 'at' && found.head === order.expected;
		if (found.kind === 'at' && !isInPlace) return {kind: 'stale', head: found.head};
		if (found.kind === 'gone') return found;
		if (found.kind === 'unknown' || attempt === attempts) {
			if (tried.kind === 'moved') return found.kind === 'at' ? {kind: 'stale', head: found.head} : found;
			return {kind: 'unknown', failure: tried.failure};
		}
		if (tried.kind === 'unknown' && tried.isTooSlow && isOneRequest) {
			isOneRequest = false;
			note = 'the commit was too large for one request, so it was sent in parts';
		}
	}
}

/** An order without a change would make an empty commit, and one that deletes what is not there would fail. */
function check({files, expected}: CommitOrder): void {
	if (!/^[0-9a-f]{40}$/.test(expected)) throw new Error('a commit needs the head of its branch');
	if (files.length === 0) throw new Error('a commit needs a change');
	if (new Set(files.map(({path}) => path)).size < files.length) throw new Error('a commit changes a file once');
	for (const {path, modeBefore, content} of files) {
		if (path === '' || path.split('/').some(step => ['', '.', '..', '.git'].includes(step))) {
			throw new Error(`a commit cannot change ${path}`);
		}
		if (content === null && modeBefore === null) throw new Error(`a commit cannot delete ${path}, which is not there`);
	}
}
