import type {Publisher} from '../../code-host/publisher.ts';
import type {Repository} from '../../worktree/repository.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';

/** The pull request that is written to; `host` null: that of the working tree. */
export type PublishTarget = {host: string | null; owner: string; repo: string; number: number};

/** Opens what writes to a pull request. @param onWait called before a wait. @throws {Failure} */
export async function openPublishing(
	{host, owner, repo, number}: PublishTarget,
	repository: Repository,
	context: Context,
	onWait: (wait: {reason: string; ms: number}) => void,
): Promise<Publisher> {
	const named = [...(host === null ? [] : [host]), owner, repo].join('/');
	const argument = {argument: null, pr: `${number}`, owner: null, repo: named};
	const connection = await codeHostOf(context).open(argument, repository, context, onWait);
	return connection.publisher({owner, name: repo, number});
}

/** The pull request of a recorded run, by its name; null if it was a recording. */
export function publishTargetOf(name: string): PublishTarget | null {
	const [, owner, repo, number] = /^([^/\s]+)\/([^/\s]+)#(\d+)$/.exec(name) ?? [];
	return owner && repo && number ? {host: null, owner, repo, number: Number(number)} : null;
}
