import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {Failure} from '../failure.ts';
import {formatRecording} from '../github/recording.ts';
import type {PullRequest} from '../review/comment.ts';
import {openGit} from '../worktree/git.ts';
import {openRepository} from '../worktree/repository.ts';
import type {PullRequestArgument} from './code-host.ts';
import type {Context} from './context.ts';
import type {RunEvent} from './events.ts';
import {loadPullRequest} from './load.ts';

/**
 * Reads a pull request from the code host and returns it with the text of its recording. Needs no work tree where the
 * argument tells the repository.
 * @throws {Failure} of the code host
 */
export async function* record(
	argument: PullRequestArgument,
	context: Context,
): AsyncGenerator<RunEvent, {pullRequest: PullRequest; text: string}> {
	const repository = await openRepository(openGit(context)).catch((error: unknown) => {
		if (error instanceof Failure && error.code === 'not-a-repository') return nowhere;
		throw error;
	});
	const pullRequest = yield* loadPullRequest(argument, repository, context);
	yield {type: 'pull-request', pullRequest};
	return {pullRequest, text: formatRecording(pullRequest)};
}

const nowhere = {remotes: [], branch: null, upstream: null};

/** @throws {Failure} usage `output-not-writable` */
export async function saveRecording(text: string, file: string, cwd: string): Promise<void> {
	try {
		await writeFile(resolve(cwd, file), text);
	} catch (error) {
		const why = error instanceof Error && 'code' in error ? error.code : error;
		throw new Failure(
			'usage',
			'output-not-writable',
			`The recording cannot be written to ${file} (${why}).`,
			'Give --output another path.',
			{cause: error},
		);
	}
}
