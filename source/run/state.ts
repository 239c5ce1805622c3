import type {HookRun} from '../delivery/hooks/hook-run.ts';
import type {Verification} from '../delivery/verify/verification.ts';
import {sumOfSpending} from '../llm/metrics.ts';
import type {Plan, Ruling} from '../resolve/decide.ts';
import type {Proposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Finding} from '../review/finding.ts';
import type {Reviewer} from '../review/read.ts';
import type {SyntaxVerdict} from '../worktree/syntax/checker.ts';
import {asBefore, type ModelState, withQuestions} from './asking/model-state.ts';
import type {DeliveryProgress, DeliveryStep, DeliveryStop, FileResult, Pushed, RunEvent, RunFacts} from './events.ts';
import {follow} from './generators.ts';
import type {Warning} from './warning.ts';

/** Everything that is known of a run so far. */
export type RunState = RunFacts & {
	pullRequest: PullRequest | null;
	findings: Finding[];
	reviewers: Reviewer[];
	/** What comments say exists and did not come. */
	notInApi: string[];
	proposals: Proposal[];
	plan: Plan | null;
	/** By path, for the files of the plan. */
	syntax: ReadonlyMap<string, SyntaxVerdict>;
	warnings: Warning[];
	/** Null where no model is asked. */
	model: ModelState | null;
	/** Null until the plan was written; it never is in a dry run. */
	written: {runId: string | null; files: readonly FileResult[]} | null;
	/** Null until a step after writing begins; the last one stays. */
	delivery: DeliveryProgress | null;
	/** Hooks that were run, or would be, in order. */
	hooks: HookRun[];
	/** Null until the step was taken. */
	committed: Omit<Extract<RunEvent, {type: 'committed'}>, 'type'> | null;
	/** Null until something was pushed. */
	pushed: Pushed | null;
	/** Steps after writing that were not taken to their end. */
	stops: DeliveryStop[];
	/** Null unless a command was to verify what was written. */
	verification: Verification | null;
};

const nothingWritten = {
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
	hooks: [],
	stops: [],
	commitPreview: {messages: [], branch: null, earlier: []},
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
		case 'facts':
			return {...state, ...event.facts};
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
			return withModel({...state, findings}, ({ends, pending}) => ({
				ends: new Map(ends).set(finding.id, end),
				pending: Math.max(0, pending - 1),
			}));
		}
		case 'asked':
			// What was not answered by now is not going to be.
			return withModel(state, ({spent}) => ({
				spent: sumOfSpending(spent, event.end),
				pending: 0,
				last: {end: event.end, unsent: event.unsent},
			}));
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

type Rewritten = Extract<RunEvent, {type: 'rewritten-on-head'}>['changes'];

/** Other lines are not what the reviewer suggested, so that the suggestion alone does not show that it is done. */
export const withRewritten = (plan: Plan, changes: Rewritten): Plan => ({
	...plan,
	rulings: plan.rulings.map((ruling): Ruling => {
		const made = changes.get(ruling.proposal.change.id);
		if (ruling.outcome !== 'stale' || made === undefined) return ruling;
		const how = made.kind === 'edited' ? 'as you edited it' : 'reformatted by pre-commit';
		return {...ruling, outcome: 'already-applied', reason: `${how}, in ${made.commit.slice(0, 10)}`};
	}),
});

/** Follows runs: folds their events into one state and passes them on. */
export type Driver = {
	state: () => RunState;
	tell: (event: RunEvent) => void;
	follow: <Result>(run: AsyncGenerator<RunEvent, Result>) => Promise<Result>;
};

/** @param from what is known already */
export function makeDriver(onEvent: (event: RunEvent) => void, from = initialState): Driver {
	let state = from;
	const tell = (event: RunEvent) => {
		state = fold(state, event);
		onEvent(event);
	};
	return {
		state: () => state,
		tell,
		follow: run => follow(run, tell),
	};
}
