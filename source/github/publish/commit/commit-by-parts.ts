import * as z from 'zod/mini';
import type {CommitOrder, FileChange} from '../../../code-host/commit-order.ts';
import {advise, again, Failure} from '../../../failure.ts';
import {inParallel} from '../../../system/in-parallel.ts';
import {at, textAt} from '../../../system/json.ts';
import type {Refusal, RestRequest} from '../../request.ts';
import {badAnswer} from '../../trouble.ts';
import {readCommitBase} from './commit-base.ts';
import {commitDocuments} from './commit-documents.ts';
import {type CommitTools, neededBy, refusedCommit, type TriedCommit} from './refused-commit.ts';

/**
 * Makes a commit by GitHub's interface to the objects of git, which takes any number of files: first these, their folders and
 * the commit, and then the branch.
 */
export async function commitByParts(order: CommitOrder, tools: CommitTools): Promise<TriedCommit> {
	const {message, expected} = order;
	const refused = (refusal: Refusal) => refusedCommit(refusal, order, tools.pace.until());
	const base = await readCommitBase(order, tools.reader);
	if ('kind' in base) return base;
	if ('failure' in base) return refused(base);
	const store = openGitObjects(order, tools);
	const stored = await storeTree(store, base.tree, order.files);
	if ('failure' in stored) return refused(stored);
	if (stored.tree !== order.tree) {
		const trees = `other files (tree ${stored.tree}) than planned (tree ${order.tree})`;
		const text = `Nothing was committed: ${order.repository} stored ${trees}.`;
		return {kind: 'rejected', failure: new Failure('failed', 'other-tree', text, advise`${again}.`)};
	}
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

/** Of the requests for files. */
const atATime = 8;

/** GitHub gives up on trees with thousands of entries. */
const mostEntries = 100;

/** Stores the files, and then the folders with them on those of `base`, each tree on the one before. Returns the last one. */
async function storeTree(
	store: StoreObject,
	base: string,
	files: readonly FileChange[],
): Promise<{tree: string} | Refusal> {
	let refusal: Refusal | null = null;
	const entries = await inParallel(files, atATime, async ({path, mode, content}) => {
		const stored = refusal ?? (await store('blobs', {content: content.toString('base64'), encoding: 'base64'}));
		if ('oid' in stored) return {path, mode, type: 'blob', sha: stored.oid};
		refusal = stored;
		return stored;
	});
	const refused = entries.find(entry => 'failure' in entry);
	if (refused) return refused;
	let tree = base;
	for (let start = 0; start < entries.length; start += mostEntries) {
		const stored = await store('trees', {base_tree: tree, tree: entries.slice(start, start + mostEntries)});
		if ('failure' in stored) return stored;
		tree = stored.oid;
	}
	return {tree};
}

/**
 * Moves a branch from the expected commit to a new one. Servers without `updateRefs` only check that the new commit is a
 * descendant, which it is of no other head. @param repository node id @throws the signal's reason
 */
async function moveBranch(
	order: CommitOrder,
	{repository, commit}: {repository: string; commit: string},
	{writer, pace}: CommitTools,
): Promise<Refusal | null> {
	const {branch, expected, files} = order;
	const query = {
		document: commitDocuments.move,
		variables: {
			repository,
			update: {name: `refs/heads/${branch}`, beforeOid: expected, afterOid: commit, force: false},
		},
		shape: z.object({}),
		required: ['updateRefs'],
		subject: {repository: order.repository},
		needs: neededBy(files),
	};
	const moved = await pace.send(() => writer.tryQuery(query));
	if (!('failure' in moved)) return null;
	if (!moved.errors.some(({message}) => isUnknownField.test(message))) return moved;
	const ref = ['refs', 'heads', ...branch.split('/')].map(encodeURIComponent).join('/');
	const request = gitRequest(order, 'PATCH', ref, {sha: commit, force: false});
	const patched = await pace.send(() => writer.tryRest(request));
	return 'failure' in patched ? patched : null;
}

/** How a server that is older than the mutation refuses it. */
const isUnknownField = /doesn't exist on type|isn't a defined input type|Cannot query field|Unknown type/;

/** Stores an object of git on GitHub; returns its id, and the whole response. @throws the signal's reason */
type StoreObject = (
	what: 'blobs' | 'trees' | 'commits',
	body: object,
) => Promise<{oid: string; data: unknown} | Refusal>;

/** A request to the Git Data API of the repository. @param path below `git/`, encoded */
const gitRequest = (
	{repository, files}: CommitOrder,
	method: RestRequest['method'],
	path: string,
	body: object,
): RestRequest => ({
	...{method, body, subject: {repository}, needs: neededBy(files)},
	path: `/repos/${repository.split('/').map(encodeURIComponent).join('/')}/git/${path}`,
});

/** Objects are seen by nobody until a branch leads to them, so that the request for one may be repeated. */
function openGitObjects(order: CommitOrder, {reader, pace}: CommitTools): StoreObject {
	return async (what, body) => {
		await (what === 'commits' ? pace.turn() : pace.part());
		const answered = await reader.tryRest(gitRequest(order, 'POST', what, body));
		if ('failure' in answered) return answered;
		const oid = textAt(answered.data, 'sha');
		if (oid !== '') return {oid, data: answered.data};
		return {failure: badAnswer(reader, 'an object without an id'), status: null, errors: []};
	};
}
