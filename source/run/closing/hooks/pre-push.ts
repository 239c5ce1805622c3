import {urlWithoutUser} from '../../../worktree/push/remotes.ts';
import type {Context} from '../../context.ts';
import type {PushTarget, RunEvent} from '../../events.ts';
import {withEvents} from '../../generators.ts';
import type {Closing} from '../closing.ts';
import type {PushWay} from '../push/push-access.ts';
import type {HooksRequest} from '../request.ts';
import {openHookRunner} from './hook-runner.ts';

/**
 * Runs pre-push with what git passes to it (githooks), but without a credential.
 * @param folder absolute path of the folder for its output
 * @throws {Failure} as `HookRunner`
 */
export async function* prePush(
	hooks: HooksRequest,
	closing: Pick<Closing, 'repository' | 'runId'>,
	{way, target, folder}: {way: PushWay; target: PushTarget; folder: string},
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const {branch} = closing.repository;
	const {before, after} = target;
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const {git, run} = await openHookRunner('push', hooks, closing, emit, {...context, signal});
		const {code, stdout} = await git.run(['remote', 'get-url', '--push', way.remote]);
		const url = code === 0 ? stdout.toString().trim() : way.remote;
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
