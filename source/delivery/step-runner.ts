import type {Plan} from '../resolve/decide.ts';
import {targetOfPullRequest} from '../run/code-host.ts';
import type {Context} from '../run/context.ts';
import type {RunEvent} from '../run/events.ts';
import type {RunWarning} from '../run/warning.ts';
import {hasTree, type Repository} from '../worktree/repository.ts';
import type {TreeState} from '../worktree/verify/tree-state.ts';
import {type DeliveryPresets, everythingOf} from './choices.ts';
import type {Delivery, DeliverySite, WrittenDelivery} from './delivery.ts';
import type {MadePlan, Place, Resumed, Reverting, Step, ToRecord} from './place.ts';
import {stepsToRecord} from './publish/steps-ahead.ts';
import type {DeliveryRequest} from './request.ts';
import {takeInOrder} from './run-steps.ts';
import {lookUpWriters} from './trust.ts';

type Events<Result> = AsyncGenerator<RunEvent, Result>;

/** What is offered to follow a plan. `run`: id of the newest that wrote; null if none has. */
export type OfferSubject = Pick<Delivery<Repository>, 'analysis' | 'state' | 'taken'> & {
	run: string | null;
	presets: DeliveryPresets;
};

/** What follows a plan, in the order in which it is called. */
export type StepRunner = ReturnType<typeof runnerAt>;

/** What follows a plan for a repository. A run without such steps does not load them. */
export const stepRunnerFor = async (repository: Repository): Promise<StepRunner> =>
	hasTree(repository)
		? runnerAt((await import('./steps-in-worktree.ts')).inWorktree)
		: runnerAt((await import('./on-host/steps-on-host.ts')).onHost);

function runnerAt<At extends Repository>({narrow, steps, ...place}: Place<At>) {
	const at = <Of extends Delivery<Repository>>(delivery: Of) => {
		const repository = narrow(delivery.repository);
		return {...delivery, repository, analysis: {...delivery.analysis, repository}};
	};
	const askedIn = (request: DeliveryRequest) => steps.filter(({isAsked}) => isAsked(request));
	return {
		/** Checks what the steps need; returns the working tree as it is then, null if that does not matter. @throws {Failure} */
		check: async (
			request: DeliveryRequest,
			{repository, prompts}: Pick<DeliverySite<Repository>, 'repository' | 'prompts'>,
			context: Context,
		): Promise<TreeState | null> => place.check?.(request, {repository: narrow(repository), prompts}, context) ?? null,
		warnOfOtherEdits,
		lookUpWriters,
		/** Adds what the steps have to know of the pull request. @throws {Failure} */
		begin: (delivery: Delivery<Repository>, context: Context): Promise<Delivery<Repository>> =>
			place.begin(at(delivery), context),
		/** Looks whether the steps can be taken; null if not. `isShown`: whether a person looks at what they would do. */
		async *lookAhead(
			given: Delivery<Repository>,
			{plan, isShown}: {plan: Plan; isShown: boolean},
			context: Context,
		): Events<Delivery<Repository> | null> {
			const delivery: Delivery<At> = at(given);
			const asked = askedIn(delivery.request);
			for (const warn of asked.flatMap(step => step.warn ?? []))
				for (const warning of await warn(delivery, context)) yield {type: 'warning', warning};
			const previews = isShown ? asked.flatMap(({preview}) => preview ?? []) : [];
			for (const preview of previews) yield* preview(delivery, plan, context);
			let next: Delivery<At> | null = delivery;
			for (const prepare of asked.flatMap(step => step.prepare ?? [])) if (next) next = yield* prepare(next, context);
			if (isShown && place.previewCode) yield* place.previewCode(delivery, context);
			return next;
		},
		/** Reads what the record of the run has of the steps. @throws {Failure} */
		async *intend(given: Delivery<Repository>, context: Context): Events<Delivery<Repository>> {
			let delivery: Delivery<At> = at(given);
			for (const {intend} of askedIn(delivery.request)) if (intend) delivery = yield* intend(delivery, context);
			return delivery;
		},
		stepsToRecord,
		/** As `Place.write`. */
		write: ({analysis, plan}: MadePlan, record: ToRecord | null, context: Context): Events<string | null> =>
			place.write({analysis: {...analysis, repository: narrow(analysis.repository)}, plan}, record, context),
		/** As `Place.offer`. */
		async *offer({analysis, run, presets, ...subject}: OfferSubject, context: Context): Events<void> {
			const {pullRequest, repository} = analysis;
			const delivery = at({
				...{...subject, repository, analysis, runId: run, number: pullRequest.number},
				...{target: targetOfPullRequest(pullRequest), request: everythingOf(presets)},
				...{prompts: null, standing: null, threads: null, stopVerifying: null},
			});
			for await (const deliveryOffer of place.offer(delivery, context)) yield {type: 'facts', facts: {deliveryOffer}};
		},
		/** Takes the steps; returns the plan as it is written then. */
		async *take(given: WrittenDelivery<Repository>, context: Context): Events<MadePlan> {
			const {written, ...delivery} = at(given);
			const {repository} = delivery;
			let now = {...delivery, written: {...written, analysis: {...written.analysis, repository}}};
			const taking =
				({take}: Step<At>) =>
				(world: Context) =>
					take(now, world, next => {
						now = next;
					});
			const asked = askedIn(given.request).map(step => [step.name, taking(step)] as const);
			yield* takeInOrder(asked, now, context);
			return now.written;
		},
	};
}

/** Takes the steps again that a run has recorded and not done. */
export const resume = <At extends Repository>({steps}: Place<At>, resumed: Resumed<At>, context: Context) =>
	takeInOrder(
		steps.map(step => [step.name, step.resume(resumed)] as const),
		resumed.site,
		context,
	);

/** Takes the steps that revert a run, and that the run with the reverse edits has not done. */
export const revert = <At extends Repository>({steps}: Place<At>, reverting: Reverting<At>, context: Context) =>
	takeInOrder(
		steps.map(step => [step.name, step.revert?.(reverting) ?? null] as const),
		reverting.site,
		context,
	);

/** A commit is verified as such only if nothing else stands in the working tree. */
function warnOfOtherEdits({verify, commit}: DeliveryRequest, before: TreeState | null): RunWarning[] {
	if (!verify || !commit || !before || before.changed.length === 0) return [];
	const text =
		'the working tree has other uncommitted changes, so what passes is not exactly what is committed; commit or remove them first';
	return [{kind: 'other-edits', commentId: null, text}];
}
