import type {DeliveryPresets} from '../../delivery/choices.ts';
import type {Delivery} from '../../delivery/delivery.ts';
import {agreeOnCheckout} from '../../delivery/prompts.ts';
import {unreachedThreads} from '../../delivery/publish/published.ts';
import {deliveryDetails} from '../../delivery/record.ts';
import type {DeliveryRequest} from '../../delivery/request.ts';
import type {PublicationStep} from '../../delivery/steps/table.ts';
import type {Ruling} from '../../resolve/decide.ts';
import type {Policy} from '../../resolve/policy.ts';
import {describeMove} from '../../worktree/checkout.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository, Worktree} from '../../worktree/repository.ts';
import {countIn} from '../apply.ts';
import {targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {DeliveryStop, FileResult, RunEvent} from '../events.ts';
import {explainInterruption} from '../records/interruption.ts';
import {readEffects} from '../records/journal.ts';
import {fold, type RunState} from '../state.ts';
import {openWorktree} from '../worktree.ts';
import type {OwnRun, OwnRuns} from './own-runs.ts';
import {type Planned, plannedState, type SessionLook, type SessionStanding} from './planned.ts';

/** The session after the steps; `failure` is what cut them, also an abort, null if they came to their end. */
export type ClosedSession = SessionStanding & {failure: unknown};

/**
 * The steps after writing, for the latest run of a session that stands, and what else is not committed or pushed. Without such a
 * run, the threads are answered for what is on the pull request.
 */
export type SessionDelivery = {
	/** What could be done now. @throws the signal's reason */
	offer: (planned: Planned, presets: DeliveryPresets, signal: AbortSignal) => AsyncGenerator<RunEvent, void>;
	/** Takes the steps; what they have done is told by events, whatever ends them. */
	close: (planned: Planned, request: DeliveryRequest, control: StepsControl) => AsyncGenerator<RunEvent, ClosedSession>;
};

/** How a person stops steps, and git asks them something. */
export type StepsControl = Pick<Delivery, 'prompts' | 'stopVerifying'> & {signal: AbortSignal};

/** What was checked out when the person last knew: as the session began, after a commit of its own, or after a yes. */
export type Standing = {on: Worktree};

type SessionParts = {
	policy: Policy;
	own: OwnRuns;
	look: SessionLook;
	standing: Standing;
};

export function openSessionDelivery({policy, own, look, standing}: SessionParts, context: Context): SessionDelivery {
	/** What the steps know of a plan in which what was written is settled: nothing of it is written again. */
	const stateOf = (planned: Planned, run: OwnRun | null) => ({
		...plannedState(planned),
		recorded: run?.id ?? null,
		written: {runId: run?.id ?? null, files: []},
	});
	// A decision may be older than what was read last.
	const taken: Pick<Delivery, 'taken'> = policy.overObjections ? {taken: 'everything'} : {};
	return {
		async *offer(planned, presets, signal) {
			const run = own.all().at(-1) ?? null;
			const {stepRunnerFor} = await import('../../delivery/step-runner.ts');
			const world = {...context, signal};
			const repository = await openWorktree(world);
			const steps = await stepRunnerFor(repository);
			const analysis = {...planned.analysis, repository};
			const state = stateOf(planned, run);
			yield* steps.offer({analysis, state: () => state, run: run?.id ?? null, presets, ...taken}, world);
		},
		async *close(planned, request, {signal, ...asked}) {
			const run = own.all().at(-1) ?? null;
			let state: RunState = stateOf(planned, run);
			let failure: unknown = null;
			const control = {...asked, ...taken, request, standing, policy, state: () => state};
			try {
				for await (const event of takeAgreedSteps(planned, run, control, {...context, signal})) {
					const told = run && isTakingOut(event) ? asSettled(event, planned, run, own) : event;
					if (event.type === 'committed') standing.on = {...standing.on, ...event.on};
					state = fold(state, told);
					yield told;
				}
				const published = request.publish && unreachedThreads(planned.analysis, state, null);
				if (published) yield {type: 'facts', facts: {published}};
			} catch (error) {
				failure = await explainInterruption(error, {id: state.recorded, place: standing.on}, {...context, signal});
			}
			const effects = await readEffects(state.recorded, standing.on, context);
			if (effects) yield {type: 'facts', facts: {effects}};
			return {...(await look(signal)), failure};
		},
	};
}

type AgreedSteps = Pick<Delivery, 'request' | 'state' | 'taken' | 'prompts' | 'stopVerifying'> & {
	standing: Standing;
	policy: Policy;
};

async function* takeAgreedSteps(
	{analysis, plan}: Planned,
	run: OwnRun | null,
	{standing, policy, ...asked}: AgreedSteps,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const {request, prompts} = asked;
	const {stepRunnerFor} = await import('../../delivery/step-runner.ts');
	const verb = request.commit ? 'Commit to' : 'Go on, on';
	const repository = await agreeOnCheckout(standing.on, verb, prompts, context);
	if (repository === null) {
		yield {type: 'delivery-stopped', stop: stoppedByMove(request, standing.on, await openWorktree(context))};
		return;
	}
	standing.on = repository;
	const steps = await stepRunnerFor(repository);
	const before = await steps.check(request, {repository, prompts}, context);
	for (const warning of steps.warnOfOtherEdits(request, before)) yield {type: 'warning', warning};
	const {pullRequest} = analysis;
	const decisions = [...new Set([...analysis.decisions, ...(run?.written.analysis.decisions ?? [])])];
	const known = {
		...asked,
		...{repository, runId: run?.id ?? null, number: pullRequest.number, standing: null, threads: null},
		target: targetOfPullRequest(pullRequest),
		analysis: {...analysis, repository, decisions},
	};
	const delivery = yield* steps.intend(await steps.begin(known, context), context);
	const ahead = steps.stepsToRecord({...delivery, state: () => beforeWriting(asked.state())});
	if (run) await recordSteps(delivery, run.id, ahead, context);
	const made = run?.written ?? {analysis, plan};
	const files = run ? filesOf(run) : [];
	const written = {analysis: {...made.analysis, repository}, plan: made.plan, files, before};
	yield* steps.take({...delivery, written, policy}, context);
}

/** The person has agreed to steps on another branch or commit. */
const stoppedByMove = (request: DeliveryRequest, was: Worktree, now: Worktree): DeliveryStop => ({
	step: (['verify', 'commit', 'push', 'publish'] as const).find(step => request[step]) ?? 'commit',
	code: was.branch === now.branch ? 'branch-moved' : 'branch-switched',
	message: `Nothing was done: ${describeMove(was, now)} meanwhile.`,
	remedy: was.branch === null || was.branch === now.branch ? '' : `Run: git switch ${was.branch}`,
	ending: 'needsPerson',
});

/** The plan as if what the runs wrote were still to be written. */
const beforeWriting = (state: RunState): RunState => ({
	...state,
	plan: state.plan && {
		...state.plan,
		rulings: state.plan.rulings.map(ruling => (ruling.outcome === 'applied' ? {...ruling, outcome: 'apply'} : ruling)),
	},
});

const filesOf = ({files, written: {plan}}: OwnRun): FileResult[] =>
	files.map(path => ({path, applied: countIn(plan, path), refused: null}));

/** What `apply --continue` finishes after a crash. */
async function recordSteps(
	{repository, request}: Pick<Delivery<Repository>, 'repository' | 'request'>,
	id: string,
	steps: readonly PublicationStep[],
	context: Context,
): Promise<void> {
	const journal = openJournal(repository.records, context);
	const run = await journal.read(id);
	if (!deliveryDetails(run)) return;
	await journal.revise(id, {details: {...run.details, closing: request}});
	const done = new Set(run.publication.flatMap(({key, state}) => (state === 'done' ? [key] : [])));
	await journal.recordStep(id, ...steps.filter(({key}) => !done.has(key)));
}

type TakingOut = Extract<RunEvent, {type: 'verified' | 'taken-out'}>;

const isTakingOut = (event: RunEvent): event is TakingOut => event.type === 'verified' || event.type === 'taken-out';

/** In the present plan, what has been taken out of the files is not applied. */
function asSettled(event: TakingOut, {plan}: Planned, run: OwnRun, own: OwnRuns): TakingOut {
	const before = new Map(run.written.plan.rulings.map(ruling => [ruling.proposal.change.id, ruling]));
	// With what was applied, another side of its conflict may be open again.
	const isOut = ({outcome, proposal}: Ruling) => {
		const then = before.get(proposal.change.id)?.outcome;
		return (then === 'apply' || then === 'declined') && outcome !== then;
	};
	const out = new Map(
		event.plan.rulings.filter(isOut).map(({proposal, ...verdict}) => [proposal.change.id, verdict] as const),
	);
	own.drop(run.id, out, event.type === 'taken-out' || event.verification.state !== 'stopped');
	const rulings = plan.rulings.map((ruling): Ruling => ({...ruling, ...out.get(ruling.proposal.change.id)}));
	return {...event, plan: {...plan, rulings}, runId: run.id, files: []};
}
