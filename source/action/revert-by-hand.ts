import {noClone} from '../code-host/port.ts';
import type {Io} from '../commands/command.ts';
import {Failure} from '../failure.ts';
import {connectTo} from '../run/code-host.ts';
import {standingRuns} from '../run/undo/published/find-published.ts';
import {withPublishedRuns} from '../run/undo/published/open-published.ts';
import {revertCommand} from '../run/undo/published/rebuild-run.ts';
import type {StepPullRequest} from './step-pull-request.ts';

/** The command of git that reverts the latest run on a pull request; null if there is none, or it cannot be found out. */
export async function revertByHand({owner, name, number}: StepPullRequest, io: Io): Promise<string | null> {
	const context = {...io, log: () => {}};
	try {
		const connection = await connectTo({host: null, owner, repo: name, number}, noClone, context, () => {});
		return await withPublishedRuns(connection, context, async site => {
			const {value: latest} = await standingRuns(site.runs, site, context).next();
			return latest ? revertCommand(latest.run) : null;
		});
	} catch (error) {
		if (error instanceof Failure && error.kind !== 'interrupted') return null;
		throw error;
	}
}
