import {type CheckingHook, findHooks, type HookStep, isChecking} from '../../../worktree/hooks/find-hooks.ts';
import {gitOf, hasTree, type Repository, type Worktree} from '../../../worktree/repository.ts';
import {commandEnvironment} from '../../../worktree/verify/environment.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {Closing} from '../closing.ts';
import type {ClosingRequest} from '../request.ts';
import {heldBackOf} from '../verify/held-back.ts';
import {plannedHook} from './hook-run.ts';

/** The hooks that `--hooks` runs in these steps. */
export async function hooksFor(
	steps: readonly HookStep[],
	repository: Worktree,
	context: Context,
): Promise<CheckingHook[]> {
	const git = gitOf(repository, {...context, offline: true});
	return (await findHooks(git, repository, steps)).filter(isChecking);
}

/** Whether a request runs a hook that is here. */
export async function runsHooks(
	{hooks, push}: Pick<ClosingRequest, 'hooks' | 'push'>,
	repository: Repository,
	context: Context,
): Promise<boolean> {
	if (!hooks || !hasTree(repository)) return false;
	return (await hooksFor(push ? ['commit', 'push'] : ['commit'], repository, context)).length > 0;
}

/** What code of the pull request would run: its environment, and the hooks, after a preview of commit and push. */
export async function* previewCodeRuns(
	{request: {verify, hooks}, repository, state}: Closing,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const {commitPreview, pushPreview} = state();
	const steps = [
		...(commitPreview.length > 0 ? (['commit'] as const) : []),
		...(pushPreview ? (['push'] as const) : []),
	];
	const found = hooks ? await hooksFor(steps, repository, context) : [];
	const request = verify || (found.length > 0 && hooks);
	if (request) {
		const environment = await commandEnvironment(context.env, request.variables);
		yield {type: 'held-back', variables: heldBackOf(environment, request)};
	}
	if (!hooks) return;
	for (const {name} of found) yield {type: 'hook', hook: plannedHook(name, hooks)};
}
