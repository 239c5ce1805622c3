import {resolve} from 'node:path';
import type {Clone, OnWait, PullRequestArgument} from '../../code-host/port.ts';
import {loadRecording} from '../../github/recording.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {ReviewRead} from '../../review/read.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {withEvents} from '../generators.ts';

/** Where the comments come from: a recording, a pull request on the code host, or one whose comments were read already. */
export type PullRequestSource = {from: string} | {read: PullRequest; comments: ReviewRead} | PullRequestArgument;

/**
 * Reads a pull request with all its comments.
 * @param find the findings of a partly read pull request, for `found` events; null for none
 * @throws {Failure} of the code host, or usage `no-recording`, `bad-recording`
 */
export async function* loadPullRequest(
	source: PullRequestSource,
	clone: Clone,
	context: Context,
	find: ((part: PullRequest) => Finding[]) | null = null,
): AsyncGenerator<RunEvent, PullRequest> {
	if ('read' in source) return source.read;
	if ('from' in source) return await loadRecording(resolve(context.cwd, source.from), source.from);
	const read = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const onWait: OnWait = wait => emit({type: 'wait', ...wait});
		const host = await codeHostOf(context).open(source, clone, {...context, signal}, onWait);
		return await host.fetch(await host.locate(), (page, part) => {
			emit({type: 'page', ...page});
			if (find && part) emit({type: 'found', findings: find(part)});
		});
	};
	return yield* withEvents(read, context.signal);
}
