import type {Plan} from '../resolve/decide.ts';
import {hasTree, type Repository} from '../worktree/repository.ts';
import type {TreeState} from '../worktree/verify/tree-state.ts';
import type {Context} from '../run/context.ts';
import type {RunEvent} from '../run/events.ts';
import type {RunWarning} from '../run/warning.ts';
import type {Closing, ClosingSite, WrittenClosing} from './delivery.ts';
import type {MadePlan, Place, ToRecord} from './place.ts';
import {stepsToRecord} from './publish/steps-ahead.ts';
import type {ClosingRequest} from './request.ts';
import type {Resumed, Step} from './step.ts';
import {takeInOrder} from './run-steps.ts';
import {lookUpWriters} from './trust.ts';

type Events<Result> = AsyncGenerator<RunEvent, Result>;

/** What follows a plan, in the order in which it is called. */
export type Delivery = {
	/** Checks what the steps need; returns the working tree as it is then, null if that does not matter. @throws {Failure} */
	check: (
		request: ClosingRequest,
		site: Pick<ClosingSite<Repository>, 'repository' | 'prompts'>,
		context: Context,
	) => Promise<TreeState | null>;
	warnOfOtherEdits: (request: ClosingRequest, before: TreeState | null) => RunWarning[];
	lookUpWriters: typeof lookUpWriters;
	/** Adds what the steps have to know of the pull request. @throws {Failure} */
	begin: (closing: Closing<Repository>, context: Context) => Promise<Closing<Repository>>;
	/** Looks whether the steps can be taken; null if not. @param isShown whether a person looks at what they would do */
	lookAhead: (
		closing: Closing<Repository>,
		order: {plan: Plan; isShown: boolean},
		context: Context,
	) => Events<Closing<Repository> | null>;
	/** Reads what the record of the run has of the steps. @throws {Failure} */
	intend: (closing: Closing<Repository>, context: Context) => Events<Closing<Repository>>;
	stepsToRecord: typeof stepsToRecord;
	/** As `Place.write`. */
	write: (made: MadePlan, record: ToRecord | null, context: Context) => Events<string | null>;
	/** Takes the steps; returns the plan as it is written then. */
	take: (closing: WrittenClosing<Repository>, context: Context) => Events<MadePlan>;
};

/** What follows a plan for a repository. A run without such steps does not load them. */
export const deliveryFor = async (repository: Repository): Promise<Delivery> =>
	hasTree(repository)
		? deliveryAt((await import('./steps-in-worktree.ts')).inWorktree)
		: deliveryAt((await import('./on-host/steps-on-host.ts')).onHost);

function deliveryAt<At extends Repository>({narrow, steps, ...place}: Place<At>): Delivery {
	const at = (closing: Closing<Repository>): Closing<At> => {
		const repository = narrow(closing.repository);
		return {...closing, repository, analysis: {...closing.analysis, repository}};
	};
	const askedIn = (request: ClosingRequest) => steps.filter(({isAsked}) => isAsked(request));
	return {
		check: async (request, {repository, prompts}, context) =>
			place.check?.(request, {repository: narrow(repository), prompts}, context) ?? null,
		warnOfOtherEdits,
		lookUpWriters,
		begin: (closing, context) => place.begin(at(closing), context),
		async *lookAhead(given, {plan, isShown}, context) {
			const closing = at(given);
			const asked = askedIn(closing.request);
			for (const warn of asked.flatMap(step => step.warn ?? []))
				for (const warning of await warn(closing, context)) yield {type: 'warning', warning};
			const previews = isShown ? asked.flatMap(({preview}) => preview ?? []) : [];
			for (const preview of previews) yield* preview(closing, plan, context);
			let next: Closing<At> | null = closing;
			for (const prepare of asked.flatMap(step => step.prepare ?? [])) if (next) next = yield* prepare(next, context);
			if (isShown && place.previewCode) yield* place.previewCode(closing, context);
			return next;
		},
		async *intend(given, context) {
			let closing = at(given);
			for (const {intend} of askedIn(closing.request)) if (intend) closing = yield* intend(closing, context);
			return closing;
		},
		stepsToRecord,
		write: ({analysis, plan}, record, context) =>
			place.write({analysis: {...analysis, repository: narrow(analysis.repository)}, plan}, record, context),
		async *take(given, context) {
			const closing = at(given);
			const {analysis, ...written} = given.written;
			let now = {...given, ...closing, written: {...written, analysis: {...analysis, repository: closing.repository}}};
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

/** A commit is verified as such only if nothing else stands in the working tree. */
function warnOfOtherEdits({verify, commit}: ClosingRequest, before: TreeState | null): RunWarning[] {
	if (!verify || !commit || !before || before.changed.length === 0) return [];
	const text =
		'the working tree has other uncommitted changes, so what passes is not exactly what is committed; commit or remove them first';
	return [{kind: 'other-edits', commentId: null, text}];
}
