import {resolve} from 'node:path';
import {locate, nameRepository} from '../github/locate.ts';
import {fetchPullRequest} from '../github/pull-request.ts';
import {loadRecording} from '../github/recording.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {Repository} from '../worktree/repository.ts';
import {withEvents} from './channel.ts';
import {aimAt, connectTo, type PullRequestArgument, withoutToken} from './code-host.ts';
import type {Context} from './context.ts';
import type {RunEvent} from './events.ts';

/** Where the comments come from: a recording, or a pull request on the code host. */
export type PullRequestSource = {from: string} | PullRequestArgument;

/**
 * Reads a pull request with all its comments.
 * @param find what there is in a part of it, to be told as soon as its page arrives; null where that is not wanted
 * @throws {Failure} of the code host, or usage `no-recording`, `bad-recording`
 */
export async function* loadPullRequest(
	source: PullRequestSource,
	repository: Pick<Repository, 'remotes' | 'branch' | 'upstream'>,
	context: Context,
	find: ((part: PullRequest) => Finding[]) | null = null,
): AsyncGenerator<RunEvent, PullRequest> {
	if ('from' in source) return await loadRecording(resolve(context.cwd, source.from), source.from);
	return yield* withEvents<RunEvent, PullRequest>(async emit => {
		const aim = aimAt(source, repository, context.env);
		// A token is only worth making once all that can be seen without one is right.
		nameRepository(aim.target, aim.host);
		const client = await connectTo(aim.host, context, wait => emit({type: 'wait', ...wait}));
		if (!client.token) throw withoutToken(aim);
		const location = await locate(aim.target, client);
		return await fetchPullRequest(client, location, (page, part) => {
			emit({type: 'page', ...page});
			if (find && part) emit({type: 'found', findings: find(part)});
		});
	});
}
