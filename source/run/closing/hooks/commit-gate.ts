import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {runTrailersIn} from '../../../resolve/commit-message.ts';
import type {CommitGate} from '../../../worktree/commit/commit-runs.ts';
import {checked} from '../../../worktree/commit/index-entries.ts';
import type {CommitIdentity} from '../../../worktree/commit/write-commit.ts';
import type {Git} from '../../../worktree/git.ts';
import {withStagedIndex} from '../../../worktree/hooks/staged-index.ts';
import type {Worktree} from '../../../worktree/repository.ts';
import type {HookRunner, TakeUp} from './hook-runner.ts';

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
