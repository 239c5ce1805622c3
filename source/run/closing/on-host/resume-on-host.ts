import {openSteps} from '../../../worktree/publication.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';
import type {Pushed} from '../../events.ts';
import {continuePublication} from '../publish/continue-publication.ts';
import {closingDetails, plainCommit} from '../request.ts';
import {takeInOrder} from '../take-in-order.ts';
import {commitOnHost} from './commit-on-host.ts';
import {orderOf} from './host-commit-order.ts';
import type {LaterSite} from './with-host-site.ts';

/** As `resumeClosing`, for a run without a checkout. */
export function resumeOnHost(
	{run, pushed}: {run: Run; pushed: () => Pushed | null},
	site: LaterSite,
	context: Context,
) {
	const kinds = new Set(openSteps(run).map(({kind}) => kind));
	const isCommitOpen = kinds.delete('commit') || kinds.has('push');
	kinds.delete('push');
	const order = orderOf(closingDetails(run)?.closing?.commit ?? plainCommit, site.number);
	return takeInOrder(
		[
			['commit', isCommitOpen ? world => commitOnHost(site, {...order, fresh: null}, world) : null],
			['publish', kinds.size > 0 ? world => continuePublication(site, run.id, pushed(), world) : null],
		],
		site,
		context,
	);
}
