import type {Clone, CodeHost, Connection, OnWait} from '../code-host/port.ts';
import {github} from '../github/host-port.ts';
import type {Context} from './context.ts';

/** The code host that a run works with. */
export const codeHostOf = ({codeHost = github}: Pick<Context, 'codeHost'>): CodeHost => codeHost;

/** A pull request by its full name; `host` null: on that of the clone. */
export type NamedPullRequest = {host: string | null; owner: string; repo: string; number: number};

/** Opens the server of a pull request; nothing is sent yet. @param onWait called before a wait. @throws {Failure} */
export function connectTo(
	{host, owner, repo, number}: NamedPullRequest,
	clone: Clone,
	context: Context,
	onWait: OnWait,
): Promise<Connection> {
	const named = [...(host === null ? [] : [host]), owner, repo].join('/');
	return codeHostOf(context).open({argument: null, pr: `${number}`, owner: null, repo: named}, clone, context, onWait);
}
