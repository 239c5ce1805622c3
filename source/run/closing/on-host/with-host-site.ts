import {withBareClone} from '../../../worktree/bare/bare-clone.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';
import type {RunsHome} from '../../records/recorded-runs.ts';
import {followHead} from '../follow-head.ts';
import {openHostSide, publishTargetOf} from '../publish/open-publishing.ts';
import type {HostSite} from './host-site.ts';

/** A run without a checkout, later: at the present head of its pull request. */
export type LaterSite = HostSite & {
	/** Id of the run. */
	runId: string;
	target: NonNullable<HostSite['target']>;
	number: number;
};

/**
 * Gives `work` a temporary repository at the present head of the pull request of a run, with the files of the run.
 * @throws {Failure} of the host; as `followHead`
 */
export function withHostSite<Value>(
	run: Run,
	{records, pullRequest}: Extract<RunsHome, {kind: 'host'}>,
	context: Context,
	work: (site: LaterSite) => Promise<Value>,
): Promise<Value> {
	// The record has the names as the host spells them.
	const target = {...(publishTargetOf(run.pullRequest) ?? pullRequest), host: pullRequest.host};
	return withBareClone(context, async empty => {
		const {connection, publisher} = await openHostSide(target, empty, context, () => {});
		const {head, commits} = await publisher.standing();
		const wanted = {head: head.oid, paths: run.files.map(({path}) => path)};
		const found = await followHead({...empty, records}, {connection, target, commits}, wanted, context);
		const repository = {...found, branch: head.branch};
		return work({repository, runId: run.id, number: target.number, target, prompts: null});
	});
}
