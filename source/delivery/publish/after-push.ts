import {openHostWait} from '../../code-host/host-wait.ts';
import type {Standing} from '../../code-host/publisher.ts';
import type {Context} from '../../run/context.ts';
import type {Pushed} from '../../run/events.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {pushOf} from '../../worktree/publication.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {OpenPublication} from './open-publishing.ts';

/** A push that the host may show late, with its commits. */
type LatePush = {before: string; commits: readonly string[]};

/** The host may show a push late, or only some of its commits. @param pushed the latest; null if there was none */
export function afterPush(standing: Standing, pushed: Pushed | null): Standing {
	if (!pushed) return standing;
	const {target, commits} = pushed;
	if (!isAround(standing, {before: target.before, commits})) return standing;
	const published = new Set([...standing.commits, ...commits]);
	return {...standing, head: {...standing.head, oid: target.after}, commits: [...published]};
}

/** Whether the head is where a push began or ended, or on its way. */
const isAround = ({head}: Standing, {before, commits}: LatePush) => head.oid === before || commits.includes(head.oid);

const waitsInMs = [1000, 2000, 4000, 8000, 16_000];

/**
 * What the host shows once it shows the push of a run. A push by this process is known to be there. One by an earlier process
 * may have been taken back since, so the host has half a minute to show it.
 * @param pushed by this process
 * @throws {Failure} of reading; the signal's reason
 */
export async function awaitPush(
	run: Run,
	pushed: Pushed | null,
	{publisher, standing, emit, signal}: OpenPublication,
	context: Context,
): Promise<Standing> {
	if (pushed) return afterPush(standing, pushed);
	const push = run.publication.filter(({state}) => state === 'done').flatMap(step => pushOf(step) ?? [])[0];
	if (!push) return standing;
	const commits = storedCommitsOf(run).map(({oid}) => oid);
	const wait = openHostWait({...context, signal}, told => emit({type: 'wait', ...told}));
	let now = standing;
	for (const ms of waitsInMs) {
		if (now.head.oid === push.after || !isAround(now, {before: push.before, commits})) break;
		const refused = await wait({reason: 'GitHub does not show the push yet', ms});
		if (refused) throw refused;
		now = await publisher.standing();
	}
	return now;
}
