import type {Standing} from '../../../code-host/publisher.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {withEvents} from '../../generators.ts';
import type {Writer} from './carry-out.ts';
import {openPublishing, type PublishTarget} from './open-publishing.ts';
import {publishObstacle} from './publish-obstacle.ts';

/** A pull request whose threads can be written to; `signal` ends the work. */
export type OpenPublication = Omit<Writer, 'emit'> & {standing: Standing; emit: (event: RunEvent) => void};

/** Does work on the threads of a pull request; null, after the event that tells why, if they cannot be written to. @throws {Failure} */
export function inPublication<Result>(
	target: PublishTarget,
	repository: Repository,
	context: Context,
	work: (open: OpenPublication) => Promise<Result>,
): AsyncGenerator<RunEvent, Result | null> {
	const run = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const world = {...context, signal};
		const publisher = await openPublishing(target, repository, world, wait => emit({type: 'wait', ...wait}));
		const standing = await publisher.standing();
		const obstacle = publishObstacle(standing);
		if (!obstacle) return work({publisher, standing, viewer: standing.viewer, emit, signal, now: world.now});
		emit({type: 'closing-stopped', stop: obstacle});
		return null;
	};
	return withEvents(run, context.signal);
}
