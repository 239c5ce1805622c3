import type {HookRun} from '../delivery/hooks/hook-run.ts';
import type {DeliveryOffer} from '../delivery/offer/offered.ts';
import type {Publication} from '../delivery/publish/published.ts';
import type {HeldBack, Verification} from '../delivery/verify/verification.ts';
import type {RoundsReport} from '../resolve/brakes/rounds-report.ts';
import type {Plan} from '../resolve/decide.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {Reviewer} from '../review/read.ts';
import type {RunEffects} from '../worktree/run-effects.ts';
import type {SyntaxVerdict} from '../worktree/syntax/checker.ts';
import {asBefore, type ModelState, withAnswer, withoutQuestions, withQuestions} from './asking/model-state.ts';
import type {DeliveryProgress, DeliveryStep, DeliveryStop, FileResult, Pushed, PushTarget, RunEvent} from './events.ts';
import type {MemoryReceipt} from './memory/receipt.ts';
import {withRewritten} from './plan/with-rewritten.ts';
import type {Warning} from './warning.ts';

/** Everything that is known of a run so far. */
export type RunState = {
	pullRequest: PullRequest | null;
	findings: Finding[];
	reviewers: Reviewer[];
	/** What comments say exists and did not come. */
	notInApi: string[];
	/** The memory of the repository; null if it has none, or none was read. */
	memory: MemoryReceipt | null;
	proposals: Proposal[];
	plan: Plan | null;
	/** By path, for the files of the plan. */
	syntax: ReadonlyMap<string, SyntaxVerdict>;
	warnings: Warning[];
	/** Null unless the run is one of several rounds. */
	rounds: RoundsReport | null;
	/** Null where no model is asked. */
	model: ModelState | null;
	/** Id of the run in its record, whatever is left of it; null until it has one. */
	recorded: string | null;
	/** Null until the plan was written; it never is in a dry run. */
	written: {runId: string | null; files: readonly FileResult[]} | null;
	/** Null until a step after writing begins; the last one stays. */
	delivery: DeliveryProgress | null;
	/** Hooks that were run, or would be, in order. */
	hooks: HookRun[];
	/** What may follow the writing; null until that was looked up for a person. */
	deliveryOffer: DeliveryOffer | null;
	/** Null until the step was taken. */
	committed: Omit<Extract<RunEvent, {type: 'committed'}>, 'type'> | null;
	/** Null until replies were written, or there were none to write. */
	published: Publication | null;
	/** Messages of the commits that would be made, before anything is written. */
	commitPreview: string[];
	/** The branch that would get them; null if the host makes them. */
	commitBranch: string | null;
	/** Ids of earlier runs of which these commits would hold what is not committed yet. */
	commitTakesAlong: string[];
	/** Where the run would push to, before it writes; null if nowhere. */
	pushPreview: Pick<PushTarget, 'repository' | 'branch'> | null;
	/** Null until something was pushed. */
	pushed: Pushed | null;
	/** By the record of the run; null until its steps ended, and without a record. */
	effects: RunEffects | null;
	/** Steps after writing that were not taken to their end. */
	stops: DeliveryStop[];
	/** Null unless a command was to verify what was written. */
	verification: Verification | null;
	/** Null unless a command or hooks run, or would run, on what was written. */
	heldBack: HeldBack | null;
};

const nothingWritten = {
	...{
		recorded: null,
		written: null,
		delivery: null,
		deliveryOffer: null,
		verification: null,
		heldBack: null,
		committed: null,
		pushed: null,
		published: null,
		effects: null,
	},
	hooks: [],
	stops: [],
	commitPreview: [],
	commitBranch: null,
	commitTakesAlong: [],
	pushPreview: null,
};

export const initialState: RunState = {
	pullRequest: null,
	findings: [],
	reviewers: [],
	notInApi: [],
	memory: null,
	proposals: [],
	plan: null,
	syntax: new Map(),
	warnings: [],
	rounds: null,
	model: null,
	...nothingWritten,
};

export function fold(state: RunState, event: RunEvent): RunState {
	switch (event.type) {
		case 'pull-request':
			return {...state, pullRequest: event.pullRequest};
		case 'found':
			return {...state, findings: joined(state.findings, event.findings)};
		case 'findings':
			return {
				...withModel(state, asBefore),
				findings: event.findings,
				reviewers: event.reviewers,
				notInApi: event.notInApi,
			};
		case 'memory':
			return {...state, memory: event.memory};
		case 'rounds':
			return {...state, rounds: event.rounds};
		case 'asking':
			return {...state, model: withQuestions(state.model, event)};
		case 'asking-again':
			return withModel(state, () => ({pending: event.questions}));
		case 'provider-check':
			return withModel(state, model => ({checks: [...model.checks, event.check]}));
		case 'metrics':
			return withModel(state, () => ({metrics: event.metrics}));
		case 'answered': {
			const {finding, end} = event;
			const findings = state.findings.map(other => (other.id === finding.id ? finding : other));
			if (end === null) return {...state, findings};
			return withModel({...state, findings}, model => withAnswer(model, finding.id, end));
		}
		case 'asked':
			return withModel(state, model => withoutQuestions(model, event));
		case 'proposals':
			return {...state, findings: event.findings, proposals: event.proposals};
		case 'plan':
			return {...state, ...nothingWritten, plan: event.plan, syntax: event.syntax};
		case 'written':
			return {
				...state,
				...nothingWritten,
				recorded: event.runId ?? state.recorded,
				...(event.plan && {plan: event.plan}),
				written: {runId: event.runId, files: event.files},
			};
		case 'recorded':
			return {...state, recorded: event.runId};
		case 'recorded-effects':
			return {...state, effects: event.effects};
		case 'record-lost':
			return {...state, recorded: null};
		case 'delivery-offer':
			return {...state, deliveryOffer: event.offer};
		case 'committed': {
			const {type: _, ...committed} = event;
			return {...state, committed};
		}
		case 'hook':
			return {
				...state,
				delivery: state.delivery && {...state.delivery, hook: null},
				hooks: [...state.hooks, event.hook],
			};
		case 'hook-run': {
			const {name, ms} = event;
			return inStep(state, event.step, () => ({hook: {name, ms}}));
		}
		case 'published':
			return {...state, published: event.published};
		case 'delivery-step':
			return inStep(state, event.step, () => ({}));
		case 'verify-run': {
			const {type: _, ...run} = event;
			return inStep(state, 'verify', ({output}) => ({run, output: run.ms === 0 ? '' : output}));
		}
		case 'verify-output':
			return inStep(state, 'verify', () => ({output: event.text}));
		case 'publishing': {
			const {type: _, ...writes} = event;
			return inStep(state, 'publish', () => ({writes}));
		}
		case 'commit-preview':
			return {
				...state,
				...{commitPreview: event.messages, commitBranch: event.branch, commitTakesAlong: event.earlier},
			};
		case 'push-preview':
			return {...state, pushPreview: event.target};
		case 'pushed':
			return {...state, pushed: {target: event.target, commits: event.commits, notes: event.notes}};
		case 'delivery-stopped':
			return {...state, stops: [...state.stops, event.stop]};
		case 'verified': {
			const {verification, plan, runId, files} = event;
			return {...state, verification, plan, written: {runId, files}};
		}
		case 'rewritten-on-head':
			return {...state, plan: state.plan && withRewritten(state.plan, event.changes)};
		case 'held-back':
			return {...state, heldBack: event.variables};
		case 'taken-out':
			return {...state, plan: event.plan, written: {runId: event.runId, files: event.files}};
		case 'warning':
			return {...state, warnings: withWarning(state.warnings, event.warning)};
		default:
			return state;
	}
}

function inStep(
	state: RunState,
	step: DeliveryStep,
	change: (known: Omit<DeliveryProgress, 'step'>) => Partial<DeliveryProgress>,
): RunState {
	const known = state.delivery ?? {run: null, output: '', hook: null, writes: null};
	return {...state, delivery: {...known, step, ...change(known)}};
}

/** Plans repeat their warnings: each warning is kept once. */
function withWarning(known: Warning[], warning: Warning): Warning[] {
	const {kind, commentId, text} = warning;
	const isKnown = known.some(other => other.kind === kind && other.commentId === commentId && other.text === text);
	return isKnown ? known : [...known, warning];
}

/** The findings, with these in the place of what was known of the same. */
function joined(known: readonly Finding[], found: readonly Finding[]): Finding[] {
	const byId = new Map([...known, ...found].map(finding => [finding.id, finding]));
	return [...byId.values()];
}

function withModel(state: RunState, change: (model: ModelState) => Partial<ModelState>): RunState {
	return state.model ? {...state, model: {...state.model, ...change(state.model)}} : state;
}
