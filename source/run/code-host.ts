import type {Location} from '../code-host/location.ts';
import type {Clone, CodeHost, Connection, OnWait, PullRequestArgument} from '../code-host/port.ts';
import {github} from '../github/host-port.ts';
import type {PullRequest} from '../review/comment.ts';
import {waiting} from '../text/waiting.ts';
import type {Context} from './context.ts';

/** The code host that a run works with. */
export const codeHostOf = ({codeHost = github}: Pick<Context, 'codeHost'>): CodeHost => codeHost;

/** A pull request by its full name; `host` null: on that of the clone. */
export type NamedPullRequest = {host: string | null; owner: string; repo: string; number: number};

/** Opens the server of a pull request; nothing is sent yet. @param onWait called before a wait. @throws {Failure} */
export function connectTo(
	named: NamedPullRequest,
	clone: Clone,
	context: Context,
	onWait: OnWait,
): Promise<Connection> {
	return codeHostOf(context).open(argumentNaming(named), clone, context, onWait);
}

/** What leads to this pull request and no other, whatever is checked out. */
export const argumentNaming = ({host, owner, repo, number}: NamedPullRequest): PullRequestArgument => ({
	argument: null,
	pr: `${number}`,
	owner: null,
	repo: [...(host === null ? [] : [host]), owner, repo].join('/'),
});

/** Where it is on its server. */
export const locationOf = ({owner, repo, number}: NamedPullRequest): Location => ({owner, name: repo, number});

/** The pull request that was read; null if it is a recording. */
export function targetOfPullRequest({source, host, owner, repo, number}: PullRequest): NamedPullRequest | null {
	return source.kind === 'host' && owner && repo && number ? {host, owner, repo, number} : null;
}

/** Where no events are followed that could show them. */
export const logWaits =
	({log}: Pick<Context, 'log'>): OnWait =>
	({ms, reason}) =>
		log('WARNING', waiting(ms, reason));
