import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {runTrailersIn} from '../../resolve/commit-message.ts';
import type {Context} from '../../run/context.ts';
import type {PushTarget, RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import type {CommitGate} from '../../worktree/commit/commit-runs.ts';
import {checked} from '../../worktree/commit/index-entries.ts';
import type {CommitIdentity} from '../../worktree/commit/write-commit.ts';
import {type Git, outputOf} from '../../worktree/git.ts';
import {withStagedIndex} from '../../worktree/hooks/staged-index.ts';
import {urlWithoutUser} from '../../worktree/remotes.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Delivery} from '../delivery.ts';
import type {PushWay} from '../push/push-obstacles.ts';
import type {HooksRequest} from '../request.ts';
import {type HookRunner, openHookRunner, type TakeUp} from './hook-runner.ts';

/**
 * Runs the hooks of a commit on what it will hold, in the order of `git commit`. As there, commit-msg may change the
 * message, but the trailers with the runs stay.
 * @param takeUp what becomes of the changes of pre-commit
 */
export function commitGate(
	{git, run}: HookRunner,
	repository: Pick<Worktree, 'gitDir' | 'records'>,
	{env}: CommitIdentity,
	takeUp: TakeUp,
): CommitGate {
	return ({tree, message, folder}) =>
		withStagedIndex(git, repository, tree, async index => {
			const call = {index, folder, variables: {...env, ...index}};
			if (!(await run('pre-commit', {...call, takeUp}))) return null;
			// Some hooks read this file of git's, whatever they are passed.
			const file = join(repository.gitDir, 'COMMIT_EDITMSG');
			await writeFile(file, message);
			let clean = message;
			const judge = async () => {
				clean = checked(await git.run(['stripspace'], {input: await readFile(file)})).stdout.toString();
				return clean === '' ? 'left an empty message' : '';
			};
			await run('commit-msg', {...call, args: [file], judge});
			return clean === message ? message : withRunTrailers(git, clean, message);
		});
}

/** A message that a hook has changed, with the trailers that mark it as ours. */
async function withRunTrailers(git: Git, changed: string, message: string): Promise<string> {
	const options = ['--no-divider', '--where=start', '--if-exists=addIfDifferent', '--if-missing=add'];
	const trailers = runTrailersIn(message).flatMap(trailer => ['--trailer', trailer]);
	return checked(await git.run(['interpret-trailers', ...options, ...trailers], {input: changed})).stdout.toString();
}

/**
 * Runs pre-push with what git passes to it (githooks), but without a credential.
 * @param folder absolute path of the folder for its output
 * @throws {Failure} as `HookRunner`
 */
export async function* prePush(
	hooks: HooksRequest,
	delivery: Pick<Delivery, 'repository' | 'runId'>,
	{way, target, folder}: {way: PushWay; target: PushTarget; folder: string},
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const {branch} = delivery.repository;
	const {before, after} = target;
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const {git, run} = await openHookRunner('push', hooks, delivery, emit, {...context, signal});
		const url = (await outputOf(git, 'remote', 'get-url', '--push', way.remote)) ?? way.remote;
		const from = branch === null ? after : `refs/heads/${branch}`;
		await run('pre-push', {
			index: null,
			folder,
			args: [way.remote, url].map(urlWithoutUser),
			input: `${from} ${after} refs/heads/${target.branch} ${before}\n`,
		});
	};
	yield* withEvents(work, context.signal);
}
