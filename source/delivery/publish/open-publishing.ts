import type {Connection, OnWait} from '../../code-host/port.ts';
import type {Publisher, Standing} from '../../code-host/publisher.ts';
import {connectTo, locationOf, type NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Writer} from './carry-out.ts';
import {notAnswered, threadsObstacle} from './publish-stops.ts';

/** The server of a pull request, and what writes to it. */
export type HostSide = {connection: Connection; publisher: Publisher};

/**
 * Opens what writes to a pull request.
 * @param onWait called before a wait
 * @param known how the pull request stood when it was last read
 * @throws {Failure}
 */
export async function openHostSide(
	target: NamedPullRequest,
	repository: Repository,
	context: Context,
	onWait: OnWait,
	known: Standing | null = null,
): Promise<HostSide> {
	const connection = await connectTo(target, repository, context, onWait);
	return {connection, publisher: await connection.publisher(locationOf(target), known)};
}

/** The pull request of a recorded run, by its name; null if it was a recording. */
export function publishTargetOf(name: string): NamedPullRequest | null {
	const [, owner, repo, number] = /^([^/\s]+)\/([^/\s]+)#(\d+)$/.exec(name) ?? [];
	return owner && repo && number ? {host: null, owner, repo, number: Number(number)} : null;
}

/** A pull request whose threads can be written to; `signal` ends the work. */
export type OpenPublication = Omit<Writer, 'emit'> & {standing: Standing; emit: (event: RunEvent) => void};

/** Does work on the threads of a pull request; null, after the event that tells why, if they cannot be written to. @throws {Failure} */
export function inPublication<Result>(
	target: NamedPullRequest,
	repository: Repository,
	context: Context,
	work: (open: OpenPublication) => Promise<Result>,
): AsyncGenerator<RunEvent, Result | null> {
	const run = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const world = {...context, signal};
		const {publisher} = await openHostSide(target, repository, world, wait => emit({type: 'wait', ...wait}));
		const standing = await publisher.standing();
		const obstacle = threadsObstacle(standing);
		if (!obstacle) return work({publisher, standing, viewer: standing.viewer, emit, signal, now: world.now});
		emit({type: 'delivery-stopped', stop: notAnswered(obstacle)});
		return null;
	};
	return withEvents(run, context.signal);
}
