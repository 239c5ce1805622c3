import type {CommitOrder} from '../../../code-host/commit-order.ts';
import {Failure} from '../../../failure.ts';
import {at, textAt} from '../../../system/json.ts';
import type {Refusal} from '../../request.ts';
import {readCommitBase} from './commit-base.ts';
import {openGitObjects} from './git-objects.ts';
import {moveBranch} from './move-branch.ts';
import {refusedCommit} from './refused-commit.ts';
import {storeTree} from './store-tree.ts';
import type {CommitTools, TriedCommit} from './tried-commit.ts';

/**
 * Makes a commit by GitHub's interface to the objects of git, which can give a file any mode and takes any number of them:
 * first the files, their folders and the commit, and then the branch.
 */
export async function commitByParts(order: CommitOrder, tools: CommitTools): Promise<TriedCommit> {
	const {message, expected} = order;
	const refused = (refusal: Refusal) => refusedCommit(refusal, order, tools.pace.until());
	const base = await readCommitBase(order, tools.reader);
	if ('failure' in base) return refused(base);
	if (!base.isBranch) return {kind: 'gone'};
	if (base.tree === null) return {kind: 'unclear', otherwise: {kind: 'stale', head: expected}, isTooSlow: false};
	if (base.requiresSignatures && !base.isSigned) return {kind: 'unsigned'};
	const store = openGitObjects(order, tools);
	const stored = await storeTree(store, base.tree, order.files);
	if ('failure' in stored) return refused(stored);
	if (stored.tree !== order.tree) return {kind: 'rejected', failure: otherTree(order, stored.tree)};
	// GitHub does not sign a commit whose author is given.
	const body = {message: message.trimEnd(), tree: stored.tree, parents: [expected]};
	const commit = await store('commits', body);
	if ('failure' in commit) return refused(commit);
	const refusal = await moveBranch(order, {repository: base.repository, commit: commit.oid}, tools);
	if (refusal) return refused(refusal);
	const isSigned = at(commit.data, 'verification', 'verified') === true;
	const url = textAt(commit.data, 'html_url') || null;
	return {kind: 'made', oid: commit.oid, url, isSigned, via: 'git-data', note: null};
}

const otherTree = ({repository, tree}: CommitOrder, stored: string) =>
	new Failure(
		'failed',
		'other-tree',
		`Nothing was committed: ${repository} stored other files (tree ${stored}) than planned (tree ${tree}).`,
	);
