import {stat, writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {noClone, type PullRequestArgument} from '../code-host/port.ts';
import {Failure} from '../failure.ts';
import {formatRecording, isOwnRecording} from '../github/recording.ts';
import type {PullRequest} from '../review/comment.ts';
import {messageOf, systemCode} from '../system/errors.ts';
import {checkWritable} from '../system/writable.ts';
import {escapeLines} from '../text/escape-controls.ts';
import type {Context} from './context.ts';
import type {RunEvent} from './events.ts';
import {loadPullRequest} from './pull-request/load.ts';
import {openWorktree} from './worktree.ts';

/**
 * Reads a pull request from the host and returns it with the text of its recording. Needs no working tree if the
 * argument names the repository.
 * @throws {Failure} of the host; usage `not-a-repository`
 */
export async function* record(
	argument: PullRequestArgument,
	context: Context,
): AsyncGenerator<RunEvent, {pullRequest: PullRequest; text: string}> {
	const repository = await openWorktree(context).catch((error: unknown) => {
		if (error instanceof Failure && error.code === 'not-a-repository') return error;
		throw error;
	});
	const pullRequest = yield* repository instanceof Failure
		? loadFromAnywhere(argument, repository, context)
		: loadPullRequest(argument, repository, context);
	yield {type: 'pull-request', pullRequest};
	return {pullRequest, text: escapeLines(formatRecording(pullRequest))};
}

/** @param outside the failure to open a repository: thrown if the argument needs one */
async function* loadFromAnywhere(
	argument: PullRequestArgument,
	outside: Failure,
	context: Context,
): AsyncGenerator<RunEvent, PullRequest> {
	try {
		return yield* loadPullRequest(argument, noClone, context);
	} catch (error) {
		if (!(error instanceof Failure) || !['no-branch', 'no-repository'].includes(error.code)) throw error;
		const remedy = 'Pass the URL of the pull request, or run the command inside a clone of its repository.';
		throw outside.with({remedy});
	}
}

/**
 * Checks, before the pull request is read, that its recording can be saved. Only a recording is replaced.
 * @returns whether there is one to replace
 * @throws {Failure} usage `output-not-writable`, `output-exists`
 */
export async function checkRecordingPath(file: string, cwd: string): Promise<boolean> {
	const path = resolve(cwd, file);
	await checkWritable(path).catch((error: unknown) => {
		throw unwritable(file, error);
	});
	const existing = await stat(path).catch(() => null);
	// A special file such as /dev/stdout has no content to lose.
	if (!existing?.isFile() || existing.size === 0) return false;
	if (await isOwnRecording(path)) return true;
	throw new Failure(
		'usage',
		'output-exists',
		`${file} exists and is not a recording, so it is not replaced.`,
		'Choose another path for --output, or remove the file first.',
	);
}

/** @throws {Failure} usage `output-not-writable` */
export async function saveRecording(text: string, file: string, cwd: string): Promise<void> {
	try {
		await writeFile(resolve(cwd, file), text);
	} catch (error) {
		throw unwritable(file, error);
	}
}

function unwritable(file: string, cause: unknown): Failure {
	const why = systemCode(cause) ?? messageOf(cause);
	return new Failure(
		'usage',
		'output-not-writable',
		`Cannot write the recording to ${file} (${why}).`,
		'Choose another path for --output.',
		{cause},
	);
}
