import {openSteps} from '../../worktree/publication.ts';
import {stateRecordsOf} from '../../worktree/state-folder.ts';
import type {Context} from '../../run/context.ts';
import type {Closing} from '../delivery.ts';
import type {HostRepository} from '../follow-head.ts';
import {headOf, type Place} from '../place.ts';
import {answer} from '../publish/answer.ts';
import {closingDetails, plainCommit} from '../request.ts';
import type {Step} from '../step.ts';
import {commitOnHost, type FreshRun} from './commit-on-host.ts';
import {orderOf, prepareOnHost, previewOnHost} from './prepare-on-host.ts';
import {
	type HeadPlan,
	planAgain,
	recordPlan,
	reviseRecord,
	undecided,
	withoutMissing,
	writtenPlan,
} from './replanning.ts';

/** What is committed is on the pull request at once. */
const committing: Step<HostRepository> = {
	name: 'commit',
	isAsked: ({commit}) => commit !== null,
	preview: previewOnHost,
	prepare: prepareOnHost,
	async *take(closing, context, keep) {
		const {request, runId, policy, written} = closing;
		if (!request.commit) return false;
		let current: HeadPlan = written;
		const keepPlan = (plan: HeadPlan) => {
			current = plan;
			keep({...closing, analysis: plan.analysis, written: {...written, ...plan}});
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
		return yield* commitOnHost(closing, {...orderOf(request.commit, closing.number), fresh}, context);
	},
	resume({run, site}) {
		if (!openSteps(run).some(({kind}) => kind === 'commit' || kind === 'push')) return null;
		const order = orderOf(closingDetails(run)?.closing?.commit ?? plainCommit, site.number);
		return context => commitOnHost(site, {...order, fresh: null}, context);
	},
};

/** The head of a pull request: without a working tree there is nothing to verify, no hook, and nothing to write. */
export const onHost: Place<HostRepository> = {
	narrow: headOf,
	begin: inStateFolder,
	write: recordPlan,
	steps: [committing, answer()],
};

/** Keeps the record of the run in the state folder of the user, and names the branch of the pull request. @throws {Failure} usage */
async function inStateFolder(
	closing: Closing<HostRepository>,
	{env}: Pick<Context, 'env'>,
): Promise<Closing<HostRepository>> {
	const {target, analysis} = closing;
	const {host, headRefName: branch} = analysis.pullRequest;
	if (target === null || host === null) return closing;
	const {folder} = stateRecordsOf({...target, host}, env);
	const repository = {...closing.repository, branch, records: folder};
	return {...closing, repository, analysis: {...analysis, repository}};
}
