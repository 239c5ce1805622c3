import {followHead, type HostRepository} from '../../delivery/follow-head.ts';
import {lookAtHead} from '../../delivery/on-host/replanning.ts';
import {filesAtHead} from '../../delivery/on-host/with-host-site.ts';
import {headOf, type MadePlan} from '../../delivery/place.ts';
import {afterPush} from '../../delivery/publish/after-push.ts';
import {openHostSide} from '../../delivery/publish/open-publishing.ts';
import {stepRunnerFor} from '../../delivery/step-runner.ts';
import type {Policy} from '../../resolve/policy.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Analysis} from '../analyze.ts';
import {targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {Pushed, RunEvent} from '../events.ts';
import {withEvents} from '../generators.ts';
import {explainInterruption} from '../records/interruption.ts';
import {takeSteps} from '../round/take-steps.ts';
import {makeDriver, type RunState} from '../state.ts';
import type {OwnRuns} from './own-runs.ts';
import {type Planned, plannedState, type SessionLook} from './planned.ts';
import type {SessionDelivery} from './session-delivery.ts';
import type {SessionPlace} from './session-place.ts';
import {decisionsWith, settledBy} from './settled.ts';

/** How long the head may be read after an abort. */
const afterAbortMs = 10_000;

/** A session that writes to no file here: the host commits what is planned, on the branch of the pull request. */
export function sessionOnHost({policy, own}: {policy: Policy; own: OwnRuns}, context: Context): SessionPlace {
	// What a session has to know of its runs is read even after an abort: it is here.
	const world = {...context, signal: new AbortController().signal};
	let pushed: Pushed | null = null;
	const lookAtRuns = (repository: Repository) =>
		own.look(filesAtHead(headOf(repository), world).inspect, openJournal(repository.records, world));
	const addRun = (state: RunState, {analysis, plan}: MadePlan) => {
		const {runId: id = null, files = []} = state.written ?? {};
		if (id === null || state.pushed === null) return;
		pushed = state.pushed;
		own.add({id, files: files.map(({path}) => path), isCommitted: true, isPushed: true}, {analysis, plan});
	};
	/** What is only answered is answered for the latest run, so that its undo corrects it. */
	// biome-ignore lint/correctness/useYield: there is nothing to tell.
	async function* latestRun() {
		return own.all().at(-1)?.id ?? null;
	}
	const delivery = (look: SessionLook): SessionDelivery => ({
		async *offer(planned, presets, signal) {
			const analysis = analysisAtHead(planned);
			if (targetOfPullRequest(analysis.pullRequest) === null) return;
			const steps = await stepRunnerFor(analysis.repository);
			const state = plannedState(planned);
			yield* steps.offer({analysis, state: () => state, run: null, presets}, {...context, signal});
		},
		async *close(planned, request, {signal, prompts}) {
			const analysis = withSettled(analysisAtHead(planned), own);
			const delivery = await stepRunnerFor(analysis.repository);
			const steps = {...delivery, ...(request.commit ? {} : {write: latestRun}), request};
			const order = {analysis, plan: planned.plan, policy, before: null, steps};
			const questions = {prompts, confirm: async () => true};
			let end = plannedState(planned);
			let made: MadePlan | null = null;
			let failure: unknown = null;
			try {
				const run = (emit: (event: RunEvent) => void, signal: AbortSignal) => {
					const driver = makeDriver(event => {
						end = driver.state();
						emit(event);
					}, end);
					return takeSteps(order, 'write', {driver, questions}, {...context, signal});
				};
				made = yield* withEvents(run, signal);
			} catch (error) {
				const site = {id: end.recorded, place: analysis.repository};
				failure = await explainInterruption(error, site, {...context, signal});
			}
			addRun(end, made ?? {analysis, plan: end.plan ?? planned.plan});
			try {
				return {...(await look(signal)), failure};
			} catch (error) {
				return {runs: own.all(), failure: failure ?? error};
			}
		},
	});
	return {
		lookAtRuns,
		async lookAgain({repository, snapshot, pullRequest}, signal) {
			const target = targetOfPullRequest(pullRequest);
			if (!target) return lookAtHead(snapshot, headOf(repository), context);
			const patient = {...context, signal: signal.aborted ? AbortSignal.timeout(afterAbortMs) : signal};
			const {connection, publisher} = await openHostSide(target, repository, patient, () => {});
			const {head, commits} = afterPush(await publisher.standing(), pushed);
			const wanted = {head: head.oid, paths: snapshot.files.keys()};
			const moved = await followHead(repository, {connection, target, commits}, wanted, patient);
			await lookAtRuns(moved);
			return lookAtHead(snapshot, moved, patient);
		},
		write: withoutFiles,
		outside: async () => ({files: [], moved: null}),
		stand: async () => {},
		locate: withoutFiles,
		delivery,
	};
}

/** With the decisions that count if the branch moves and the plan is made again. */
const withSettled = (analysis: Analysis<HostRepository>, own: OwnRuns): Analysis<HostRepository> => ({
	...analysis,
	decisions: decisionsWith(settledBy(own.all()), own.dropped(), analysis.decisions),
});

const analysisAtHead = ({analysis}: Planned): Analysis<HostRepository> => ({
	...analysis,
	repository: headOf(analysis.repository),
});

/** No front end offers it. */
function withoutFiles(): never {
	throw new Error('Without a checkout, there are no files to write or to open.');
}
