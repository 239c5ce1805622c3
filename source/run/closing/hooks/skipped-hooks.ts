import {findHooks, type Hook, isChecking} from '../../../worktree/hooks/find-hooks.ts';
import {gitOf, type Worktree} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {ClosingRequest} from '../request.ts';

/** Names the hooks that `git commit` and `git push` would have run here, and that a request does not run, unless it refuses them. */
export async function* warnOfHooks(
	{hooks: asked, push}: Pick<ClosingRequest, 'hooks' | 'push'>,
	repository: Worktree,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (asked === false) return;
	const git = gitOf(repository, {...context, offline: true});
	const hooks = await findHooks(git, repository, push ? ['commit', 'push'] : ['commit']);
	const active = hooks.filter(({isExecutable}) => isExecutable);
	const texts = asked
		? [
				skipped(active.filter(hook => !isChecking(hook))),
				skipped(
					hooks.filter(({isExecutable}) => !isExecutable),
					', because git runs only executable files',
				),
			]
		: [skipped(active, offer(active.filter(isChecking), active))];
	for (const text of texts.filter(Boolean))
		yield {type: 'warning', warning: {kind: 'hooks-skipped', commentId: null, text}};
}

/** Empty if there are none. */
function skipped(hooks: readonly Hook[], more = ''): string {
	if (hooks.length === 0) return '';
	const names = hooks.map(({name}) => name).join(', ');
	return `${hooks.length === 1 ? 'this hook was' : 'these hooks were'} not run: ${names}${more}`;
}

/** What `--hooks` would have run of them. */
function offer(checking: readonly Hook[], all: readonly Hook[]): string {
	if (checking.length === 0) return '';
	const names = checking.map(({name}) => name).join(', ');
	const what = checking.length < all.length ? names : all.length === 1 ? 'it' : 'them';
	return ` (--hooks runs ${what})`;
}
