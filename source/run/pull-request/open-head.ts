import type {RootFile} from '../../code-host/lists.ts';
import {type Connection, noClone, type OnWait, type PullRequestArgument} from '../../code-host/port.ts';
import {Failure} from '../../failure.ts';
import {projectFileIn, projectFileNames} from '../../settings/places.ts';
import {homeFolder} from '../../system/environment.ts';
import {withBareClone} from '../../worktree/bare/bare-clone.ts';
import type {Repository} from '../../worktree/repository.ts';
import {stateRecordsOf} from '../../worktree/state-folder.ts';
import {argumentNaming, codeHostOf, connectTo, type NamedPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import {openWorktree, openWorktreeIfAny} from '../worktree.ts';
import {isSameName} from './same-repository.ts';

/** A pull request that is read without a checkout. */
export type OpenHead = {
	/** Its full name, so that no clone is needed to find it again. */
	source: PullRequestArgument;
	/** Without a working tree, and empty until `readFiles`. */
	repository: Repository;
	/** The settings file in the root folder of its head; null if there is none. */
	project: RootFile | null;
};

/**
 * Finds a pull request and gives `work` an empty repository for its head, which is removed afterwards. If the run starts in
 * a clone, its remotes and branch help to find the pull request; nothing else of it is read.
 * @throws {Failure} usage `needs-pull-request`; of the host
 */
export function withHead<Result>(
	argument: PullRequestArgument,
	onWait: OnWait,
	context: Context,
	work: (head: OpenHead) => Promise<Result>,
): Promise<Result> {
	return withBareClone(context, async empty => {
		const clone = await openWorktreeIfAny(context);
		if (clone === null && argument.argument === null && argument.pr === null) throw needsPullRequest();
		const connection = await codeHostOf(context).open(argument, clone ?? noClone, context, onWait);
		return work(await openHead(connection, empty, context));
	});
}

/** The same for a pull request whose full name is known: no clone is looked for. @throws {Failure} of the host */
export function withHeadOf<Result>(
	pullRequest: NamedPullRequest,
	onWait: OnWait,
	context: Context,
	work: (head: OpenHead) => Promise<Result>,
): Promise<Result> {
	return withBareClone(context, async empty => {
		const connection = await connectTo(pullRequest, noClone, context, onWait);
		return work(await openHead(connection, empty, context));
	});
}

async function openHead(connection: Connection, empty: Repository, context: Context): Promise<OpenHead> {
	const location = await connection.locate();
	const files = await connection.rootFiles(location, projectFileNames);
	const named = {host: connection.host, owner: location.owner, repo: location.name, number: location.number};
	const hasHome = homeFolder('state', context.env) !== null;
	const records = hasHome ? stateRecordsOf(named, context.env).folder : empty.records;
	const repository = {...empty, records};
	return {source: argumentNaming(named), repository, project: projectFileIn(files)};
}

const needsPullRequest = () =>
	new Failure(
		'usage',
		'needs-pull-request',
		'This folder is not in a clone, so no branch names the pull request.',
		'Pass its URL, or its number with --repo <owner>/<name>.',
	);

/**
 * Whether the current branch of this folder is the head of a pull request: the one that its branch alone names, as in
 * `pr-resolve review`. What cannot be found out is a no.
 * @throws the signal's reason
 */
export async function isHeadHere({host, owner, repo, number}: NamedPullRequest, context: Context): Promise<boolean> {
	try {
		const byBranch = {argument: null, pr: null, owner: null, repo: null};
		const connection = await codeHostOf(context).open(byBranch, await openWorktree(context), context, () => {});
		if (connection.host !== host) return false;
		const here = await connection.locate();
		return here.number === number && isSameName(here.owner, owner) && isSameName(here.name, repo);
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof Failure) return false;
		throw error;
	}
}
