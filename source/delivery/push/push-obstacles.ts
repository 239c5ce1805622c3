import type {CodeHost, Connection, GitAccess} from '../../code-host/port.ts';
import type {Head, Standing} from '../../code-host/publisher.ts';
import type {DeliveryStop, PushTarget, RunEvent} from '../../run/events.ts';
import type {Environment} from '../../system/environment.ts';
import {quoteForShell} from '../../system/shell.ts';
import {count} from '../../text/sentences.ts';
import type {Git} from '../../worktree/git.ts';
import {settingsIn} from '../../worktree/git-settings.ts';
import type {Ahead} from '../../worktree/push/own-commits.ts';
import {type PushOutcome, pushCommit} from '../../worktree/push/push.ts';
import {readRemotes} from '../../worktree/remotes.ts';
import type {Prompts} from '../prompts.ts';

/** Why a push is not possible; the remedy is empty if only others can change that. */
export type PushObstacle = Pick<DeliveryStop, 'code' | 'remedy' | 'ending'> & {reason: string};

/** Why a push was not made. */
export type PushStop = Omit<DeliveryStop, 'step'>;

/** The same after the fact. */
export const notPushed = ({reason, ...obstacle}: PushObstacle): PushStop => ({
	...obstacle,
	message: `Nothing was pushed: ${reason}.`,
});

/** Why nothing can be pushed to a pull request, whatever it is; null if something can. @param isSigned whether commits are signed here */
export const pushObstacle = (standing: Standing, isSigned: boolean): PushObstacle | null =>
	closedObstacle(standing) ?? accessObstacle(standing.head, isSigned);

/** The same for commits that the host itself makes and signs. */
export const hostObstacle = (standing: Standing): PushObstacle | null => pushObstacle(standing, true);

function closedObstacle({state, isArchived, isQueued, head}: Standing): PushObstacle | null {
	const isClosed = (reason: string): PushObstacle => ({
		code: 'not-pushable',
		reason,
		remedy: '',
		ending: 'needsPerson',
	});
	if (state !== 'open') return isClosed(`the pull request is ${state}`);
	if (isArchived) return isClosed('the repository is archived');
	if (isQueued) return isClosed('the pull request is in the merge queue, and a push would remove it');
	return head.exists ? null : isClosed(`the branch ${head.branch} was deleted`);
}

function accessObstacle(head: Head, isSigned: boolean): PushObstacle | null {
	const {mayPush, repository, branch, isFork, requiresSignatures} = head;
	if (mayPush === false) {
		const who = isFork ? 'you may not push to the fork' : 'your token may not push to';
		const reason = `${who} ${repository} ${branch}`;
		return {code: 'cannot-push', reason, remedy: '', ending: 'authentication'};
	}
	if (!requiresSignatures || isSigned) return null;
	return {
		code: 'needs-signature',
		reason: `${branch} accepts only signed commits, and git does not sign yours`,
		remedy:
			'Set user.signingKey and run `git config commit.gpgSign true`, or pass --no-checkout: that way GitHub signs.',
		ending: 'needsPerson',
	};
}

/** Commits named in a message. */
const mostNamed = 5;

/** Commits of others, or of the user's own, that would be pushed too. @param pushing gives the command that pushes them */
export async function othersObstacle(ahead: Ahead, pushing: () => Promise<string>): Promise<PushObstacle | null> {
	if (ahead.kind === 'behind') return null;
	const others = ahead.commits.filter(({isOurs}) => !isOurs);
	if (others.length === 0) return null;
	const named = others.slice(0, mostNamed).map(({oid, headline}) => `${oid.slice(0, 10)} ${headline}`);
	const more = others.length > mostNamed ? [`${others.length - mostNamed} more`] : [];
	return {
		code: 'other-commits',
		reason: `${count(others.length, 'commit')} of yours would be pushed too (${[...named, ...more].join('; ')})`,
		remedy: `Push them first: ${await pushing()}`,
		ending: 'needsPerson',
	};
}

/** For a push that was not made. */
export const stoppedPush = (stop: PushStop): RunEvent => ({
	type: 'delivery-stopped',
	stop: {step: 'push', ...stop},
});

/** A way to push to a repository: a remote or a URL, and the variables that hold the token where it is needed. */
export type PushWay = {
	remote: string;
	env: Environment;
	hasToken: boolean;
	/** Whether `remote` is a name, so that git notes in a branch of the remote what was pushed. */
	isNamed: boolean;
};

/** In the order to try. */
export type PushWays = readonly [PushWay, ...PushWay[]];

/**
 * The ways to push to a repository: the remote that leads there with the user's own credentials, then our token, which
 * goes only to the server that it belongs to.
 * @param repository `owner/name`
 */
export async function pushWays(
	git: Git,
	host: CodeHost,
	repository: string,
	connection: Pick<Connection, 'gitAccess'>,
	env: Environment,
): Promise<PushWays> {
	const access = await connection.gitAccess(repository);
	const remotes = await readRemotes(git);
	const remote = remotes.find(({pushed}) => pushed.some(leadsTo(repository, host)));
	const hasToken = access.settings.length > 0;
	const credential = hasToken ? settingsIn(env, access.settings) : {};
	const byAddress = {remote: access.url, env: credential, hasToken, isNamed: false};
	if (!remote) return [byAddress];
	// A mirror is pushed to like any other remote: its address may hold a password, which is for no argument.
	const asOther = remote.isMirror ? settingsIn(env, [{name: `remote.${remote.name}.mirror`, value: 'false'}]) : {};
	const byName = {remote: remote.name, env: asOther, hasToken: false, isNamed: true};
	return hasToken ? [byName, byAddress] : [byName];
}

/**
 * Pushes by the first way whose credentials are accepted. Only if git lacks an answer that a person could give, it gets the
 * terminal for a second try.
 */
export async function tryWays(
	git: Git,
	[first, ...others]: PushWays,
	{repository, branch, before, after}: PushTarget,
	prompts: Prompts | null,
): Promise<{outcome: PushOutcome; way: PushWay}> {
	const tryOut = async (way: PushWay) => {
		const {remote, env, hasToken} = way;
		const order = {remote, env, branch, expected: before, commit: after};
		const outcome = await pushCommit(git, {...order, prompts: false});
		if (!prompts || outcome.kind !== 'denied' || !outcome.lacksAnswer || hasToken) return {outcome, way};
		const ask = () => pushCommit(git, {...order, prompts: true});
		return {outcome: await prompts.lend(`push to ${repository} ${branch}`, ask), way};
	};
	let tried = await tryOut(first);
	for (const way of others) if (tried.outcome.kind === 'denied') tried = await tryOut(way);
	return tried;
}

/** What the repository is fetched from: a remote that leads there, otherwise its address. @param repository `owner/name` */
export async function fetchedFrom(git: Git, host: CodeHost, repository: string, access: GitAccess): Promise<string> {
	const remotes = await readRemotes(git);
	return remotes.find(({fetched}) => fetched.some(leadsTo(repository, host)))?.name ?? access.url;
}

/** Where git fetches or pulls the head of a pull request from, for a shell: remote and branch. Null if its repository was deleted. */
export async function headForShell(
	git: Git,
	host: CodeHost,
	{repository, branch}: Pick<Head, 'repository' | 'branch'>,
	connection: Pick<Connection, 'gitAccess'>,
): Promise<string | null> {
	if (repository === '') return null;
	const from = await fetchedFrom(git, host, repository, await connection.gitAccess(repository));
	return `${quoteForShell(from)} ${quoteForShell(branch)}`;
}

/** The command that pushes HEAD to a pull request, whatever the branch here is and follows. */
export async function pushCommand(
	git: Git,
	host: CodeHost,
	{repository, branch}: Pick<Head, 'repository' | 'branch'>,
	connection: Pick<Connection, 'gitAccess'>,
): Promise<string> {
	const [way] = await pushWays(git, host, repository, connection, {});
	return `git push ${quoteForShell(way.remote)} ${quoteForShell(`HEAD:${branch}`)}`;
}

const leadsTo = (repository: string, host: CodeHost) => (url: string) => {
	const found = host.repositoryAt(url);
	return found !== null && `${found.owner}/${found.name}`.toLowerCase() === repository.toLowerCase();
};
