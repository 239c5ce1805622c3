import {Failure} from '../../failure.ts';
import type {Proposal} from '../../resolve/proposal.ts';
import type {PullRequest} from '../../review/comment.ts';
import {isWorktree} from '../../review/finding.ts';
import {isAncestor, parentsOf} from '../../worktree/ancestry.ts';
import {openHistory} from '../../worktree/history.ts';
import {gitOf, hasTree, type Repository} from '../../worktree/repository.ts';
import {connectTo, locationOf, targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {RunWarning, Warning} from '../warning.ts';
import {nameOf} from './name.ts';

/**
 * What a run needs of the working tree: nothing, if it writes nothing or asks first; that it is the pull request's; or at least
 * that its branch is, whose commits are compared before a push.
 */
export type TreeNeed = 'nothing' | 'tree' | 'branch';

/**
 * Compares what is checked out with a pull request on the code host. A recording is for the tree that it is read in.
 * @throws {Failure} usage `wrong-tree` if it is not what is needed
 */
export async function compareTree(
	pullRequest: PullRequest,
	repository: Repository,
	need: TreeNeed,
	context: Context,
): Promise<RunWarning[]> {
	if (!hasTree(repository)) return [];
	const {headRefName, headRefOid} = pullRequest;
	const {branch, head} = repository;
	const isOther = headRefName !== null && branch !== null && headRefName !== branch;
	const names = `the working tree is on ${branch}, but the pull request's branch is ${headRefName}`;
	const notes = isOther ? [warning('other-branch', names)] : [];
	if (headRefOid === null || head === headRefOid) return notes;
	const fit = await fitOf(pullRequest, repository, context);
	const [here, there] = [head, headRefOid].map(oid => oid?.slice(0, 10) ?? 'no commit');
	const name = nameOf(pullRequest);
	if (fit !== 'wrong') {
		const doubt = fit === 'right' ? '' : `, and whether that is a commit of ${name} could not be found out`;
		const apart = `the working tree is at ${here}, the pull request at ${there}${doubt}; ${placed}`;
		return [...notes, warning('other-commit', apart)];
	}
	const wrong = `the working tree is not on ${name}: ${branch ?? 'HEAD'} is at ${here}, which is no commit of it`;
	const isOnBranch = branch !== null && !isOther;
	if (need === 'nothing' || (need === 'branch' && isOnBranch)) return [warning('wrong-tree', `${wrong}; ${placed}`)];
	throw new Failure(
		'usage',
		'wrong-tree',
		`Nothing was written: ${wrong}.`,
		`Run: ${isOnBranch ? 'git pull' : `git switch ${headRefName}`}\nOr let GitHub commit it with --no-checkout --push, or pass --anyway to write to this tree.`,
	);
}

const placed = 'changes are placed by content';

const warning = (kind: RunWarning['kind'], text: string): RunWarning => ({kind, commentId: null, text});

/**
 * Whether HEAD is the head of the pull request, a descendant of it, one of the pull request's own commits, or a merge of one
 * of these, as a workflow checks out.
 */
async function fitOf(
	pullRequest: PullRequest,
	repository: Repository,
	context: Context,
): Promise<'right' | 'wrong' | 'unknown'> {
	const {head, isShallow} = repository;
	const {headRefOid, source} = pullRequest;
	if (source.kind === 'recording') return 'right';
	if (head === null || headRefOid === null) return 'unknown';
	const git = gitOf(repository, {...context, offline: true});
	if (await isAncestor(git, headRefOid, head)) return 'right';
	const own = await commitsOf(pullRequest, repository, context);
	if (own.has(head)) return 'right';
	const parents = await parentsOf(git, head);
	const isMerge = parents.length > 1;
	if (isMerge && parents.some(parent => parent === headRefOid || own.has(parent))) return 'right';
	// A shallow clone may lack the history, and a list that lacks the head is not whole.
	return isShallow || !own.has(headRefOid) ? 'unknown' : 'wrong';
}

/** The commits that the host lists; none if it does not list them. @throws the signal's reason */
async function commitsOf(
	pullRequest: PullRequest,
	repository: Repository,
	context: Context,
): Promise<ReadonlySet<string>> {
	const target = targetOfPullRequest(pullRequest);
	if (target === null) return new Set();
	try {
		const connection = await connectTo(target, repository, context, () => {});
		return new Set(await connection.commitsOf(locationOf(target)));
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof Failure) return new Set();
		throw error;
	}
}

type Read = {proposals: readonly Proposal[]; pullRequest: PullRequest; repository: Repository};

/**
 * Whether a recording was read in a clone of another repository: changes are stale, and none of the commits that they were
 * written on is here. Of a pull request on the code host that is known by its name.
 */
export async function findForeignCommits(
	{proposals, pullRequest, repository}: Read,
	context: Context,
): Promise<Warning[]> {
	if (pullRequest.source.kind !== 'recording') return [];
	const stale = proposals.filter(({placement: {kind}}) => kind === 'stale' || kind === 'gone');
	const oids = new Set(stale.flatMap(({change}) => change.original.commit ?? []).filter(oid => !isWorktree(oid)));
	const history = openHistory(gitOf(repository, {...context, offline: true}), repository);
	try {
		for (const oid of oids) if (await history.hasCommit(oid)) return [];
	} finally {
		history.close();
	}
	const [first, ...others] = [...oids].map(oid => oid.slice(0, 10));
	if (first === undefined) return [];
	const what = others.length === 0 ? `commit ${first} is` : `commit ${first} and ${others.length} more are`;
	const text = `${what} not in this repository: is this the right clone?`;
	return [{kind: 'foreign-commits', commentId: null, text}];
}
