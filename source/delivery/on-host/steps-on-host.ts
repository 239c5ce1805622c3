import type {Context} from '../../run/context.ts';
import {isPushed, openSteps} from '../../worktree/publication.ts';
import {stateRecordsOf} from '../../worktree/state-folder.ts';
import {revertMessage} from '../commit/commit-revert.ts';
import type {Delivery} from '../delivery.ts';
import {followHead, type HostRepository} from '../follow-head.ts';
import {offerOnHost} from '../offer/offer-on-host.ts';
import {headOf, type Place, type Reverting, type Step} from '../place.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {answer} from '../publish/publish.ts';
import {deliveryDetails} from '../record.ts';
import {plainCommit} from '../request.ts';
import {recordRevert} from '../revert-run.ts';
import {commitOnHost} from './commit-on-host.ts';
import {type HostCommitOrder, lookOnHost, orderOf, prepareOnHost, previewOnHost} from './prepare-on-host.ts';
import {
	type HeadPlan,
	planAgain,
	recordPlan,
	reviseRecord,
	undecided,
	withoutMissing,
	writtenPlan,
} from './replanning.ts';
import type {FreshRun} from './try-commits.ts';

/** What is committed is on the pull request at once. */
const committing: Step<HostRepository> = {
	name: 'commit',
	isAsked: ({commit}) => commit !== null,
	preview: previewOnHost,
	prepare: prepareOnHost,
	async *take(delivery, context, keep) {
		const {request, runId, policy, written} = delivery;
		if (!request.commit) return false;
		let current: HeadPlan = written;
		const keepPlan = (plan: HeadPlan) => {
			current = plan;
			keep({...delivery, analysis: plan.analysis, written: {...written, ...plan}});
		};
		const answered = new Map<string, string>();
		const fresh: FreshRun = {
			async *replan(repository, held) {
				for (const {edit, reason} of held) for (const change of edit.changes) answered.set(change, reason);
				const strict = {...policy, answered};
				keepPlan(yield* planAgain(undecided(current, answered), repository, strict, context));
				if (runId !== null) await reviseRecord(runId, current, request, context);
			},
			paths: () => current.analysis.snapshot.files.keys(),
			written: (missing, run) => {
				keepPlan(withoutMissing(current, missing));
				return writtenPlan(current, run);
			},
		};
		return yield* commitOnHost(delivery, {...orderOf(request.commit, delivery.number), fresh}, context);
	},
	resume({run, site}) {
		if (!openSteps(run).some(({kind}) => kind === 'commit' || kind === 'push')) return null;
		const order = orderOf(deliveryDetails(run)?.closing?.commit ?? plainCommit, site.number);
		return context => commitOnHost(site, {...order, fresh: null}, context);
	},
	revert({run, by, site, requiresSignoff}) {
		const messageOf: HostCommitOrder['messageOf'] = (group, account) =>
			revertMessage(run, group, requiresSignoff ? account : null, site.number);
		const order = {partOf: () => null, messageOf, fresh: null};
		return isPushed(by) ? null : context => commitOnHost(site, order, context);
	},
};

/** The head of a pull request: without a working tree there is nothing to verify, no hook, and nothing to write. */
export const onHost: Place<HostRepository> = {
	narrow: headOf,
	begin: inStateFolder,
	write: recordPlan,
	offer: offerOnHost,
	look: lookOnHost,
	writeRevert: recordRevert,
	steps: [committing, answer(fetchReverting)],
};

/** Fetches a commit that the host has made, with the files of the run that it reverts. @throws {Failure} as `followHead` */
async function fetchReverting(
	head: string,
	{run, site: {repository, target}}: Reverting<HostRepository>,
	context: Context,
): Promise<void> {
	const {connection, publisher} = await openHostSide(target, repository, context, () => {});
	const {commits} = await publisher.standing();
	const paths = run.files.map(({path}) => path);
	await followHead(repository, {connection, target, commits}, {head, paths}, context);
}

/** Keeps the record of the run in the state folder of the user, and names the branch of the pull request. @throws {Failure} usage */
async function inStateFolder(
	delivery: Delivery<HostRepository>,
	{env}: Pick<Context, 'env'>,
): Promise<Delivery<HostRepository>> {
	const {target, analysis} = delivery;
	const {host, headRefName: branch} = analysis.pullRequest;
	if (target === null || host === null) return delivery;
	const {folder} = stateRecordsOf({...target, host}, env);
	const repository = {...delivery.repository, branch, records: folder};
	return {...delivery, repository, analysis: {...analysis, repository}};
}
