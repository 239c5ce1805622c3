import type {FleetPull} from '../run/fleet/fleet-list.ts';
import type {RoundRequest} from '../run/round/round-site.ts';
import {count} from '../text/sentences.ts';
import type {Terminal} from './terminal.ts';
import {confirmStart, outwardSteps} from './watch-consent.ts';

/** Names how many pull requests there are and what may leave the machine, and asks once. */
export function confirmFleet(
	pulls: readonly FleetPull[],
	{round, isResumed}: {round: RoundRequest; isResumed: boolean},
	terminal: Terminal,
	signal: AbortSignal,
): Promise<boolean> {
	const repositories = new Set(pulls.map(({host, owner, name}) => `${host}/${owner}/${name}`.toLowerCase())).size;
	const where = `${count(pulls.length, 'pull request')} in ${count(repositories, 'repository', 'repositories')}`;
	const steps = outwardSteps(round, false).map(step => `- ${step}`);
	const what = isResumed ? `This resumes ${where}, and skips what is done.` : `This applies ${where}.`;
	return confirmStart([`${what} Without asking again it may, in each:`, ...steps], terminal, signal);
}
