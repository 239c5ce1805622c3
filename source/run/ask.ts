import {Stop} from '../llm/guard.ts';
import {type Models, openModels} from '../llm/open.ts';
import type {ModelReply, ModelRequest} from '../llm/provider.ts';
import {type Answer, readAnswer} from '../llm/question/answer.ts';
import {head as plainHead} from '../llm/question/head.ts';
import {type Question, questionsFor} from '../llm/question/question.ts';
import {isRepairable, repairOf} from '../llm/question/repair.ts';
import {unshown} from '../llm/question/show.ts';
import {ModelTrouble} from '../llm/trouble.ts';
import {explainDistrust, isTrusted, type Trust} from '../resolve/trust.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Disposition, Finding} from '../review/finding.ts';
import type {Settings} from '../settings/table.ts';
import {withEvents} from './channel.ts';
import type {Context} from './context.ts';
import type {RunEvent, StoppedBy} from './events.ts';
import {drawUpAll} from './propose.ts';
import type {Snapshot} from './snapshot.ts';
import {isForModel, subjectsOf} from './subjects.ts';
import {throttle} from './throttle.ts';

/** The accounts are told no more often than this. */
const metricsPauseMs = 100;

/** Which model is asked about what only prose says, and about whose words. */
export type ModelRun = {settings: Settings; trust: Trust};

type Ground = {pullRequest: PullRequest; snapshot: Snapshot};
type Emit = (event: RunEvent) => void;

/**
 * Asks a model about the findings that no reviewer wrote as code; returns all findings, with what the answers propose.
 * Whatever goes wrong with one question is the outcome of its finding, and the others go on.
 * @throws {Failure} usage, for settings that cannot work; where the budget's ledger cannot be kept
 */
export async function* askAbout(
	findings: readonly Finding[],
	ground: Ground,
	run: ModelRun,
	context: Context,
): AsyncGenerator<RunEvent, Finding[]> {
	return yield* withEvents<RunEvent, Finding[]>(emit => answerAll(findings, ground, run, context, emit));
}

async function answerAll(
	findings: readonly Finding[],
	{pullRequest, snapshot}: Ground,
	{settings, trust}: ModelRun,
	context: Context,
	emit: Emit,
): Promise<Finding[]> {
	const questions = new Map<string, Question>();
	const judge = (reply: ModelReply, question: Question) => readAnswer(reply, question, settings.confidence);
	const told = new Set<string>();
	const warn = (kind: string, {message, remedy}: Stop | ModelTrouble, then = '') => {
		const open = message.replace(/\.$/, '');
		const text = remedy ? `${open}${then}. ${remedy}` : then ? `${open}${then}` : message;
		// What keeps coming back differs in its seconds and sums at most.
		const name = text.replace(/[\d.]+/g, '');
		if (told.has(name)) return;
		told.add(name);
		emit({type: 'warning', warning: {kind, commentId: null, text}});
	};
	let models: Models | null = null;
	const metrics = throttle(() => models && emit({type: 'metrics', metrics: models.metrics()}), metricsPauseMs, context);
	models = await openModels(settings, context, {
		// Questions with one key differ in where they stand, and an answer that is good for one is for all of them.
		isGood: async ({key}, reply) => (await judge(reply, questions.get(key)!)).kind !== 'refused',
		onCheck: (provider, check) => emit({type: 'provider-check', provider, check}),
		onTurn: (_from, to, why) => warn('fallback', why, `; ${to.provider} is asked instead`),
		onMetrics: metrics.call,
	});
	const {ask, mask, caching, providers, estimate, avoided, close} = models;

	const results = new Map<Finding, Finding>();
	const settle = (finding: Finding, answered: Partial<Finding>) => {
		// What it quoted before could not be found, or not be taken.
		const [result] = drawUpAll([{...finding, sketches: [], ...answered}], snapshot);
		results.set(finding, result!);
		emit({type: 'answered', finding: result!});
	};
	const stops = new Set<StoppedBy>();
	const over = new AbortController();
	const signal = AbortSignal.any([context.signal, over.signal]);

	const answerTo = async (question: Question): Promise<Answer> => {
		let request: ModelRequest = {...question.request, about: question.subject.finding.source.commentId};
		for (let isRepair = false; ; isRepair = true) {
			questions.set(request.key, question);
			const {reply} = await ask(request, signal);
			const answer = await judge(reply, question);
			if (isRepair || answer.kind !== 'refused' || !isRepairable(answer.fault)) return answer;
			request = repairOf(request, reply, answer.fault);
		}
	};
	const settleWith = async (question: Question) => {
		const {finding} = question.subject;
		try {
			settle(finding, outcomeOf(await answerTo(question), unshown(question)));
		} catch (error) {
			if (!(error instanceof Stop || error instanceof ModelTrouble)) throw error;
			const stoppedBy = stopOf(error);
			if (stoppedBy) stops.add(stoppedBy);
			warn(error instanceof Stop ? error.guard : error.kind, error);
			settle(finding, {disposition: needsModel(error.message)});
		}
	};

	try {
		const asking: Finding[] = [];
		for (const finding of findings.filter(isForModel)) {
			if (isTrusted(finding, trust)) asking.push(finding);
			else settle(finding, {disposition: {outcome: 'needs-person', reason: explainDistrust(finding)}});
		}
		const prepared = await questionsFor(subjectsOf(asking, pullRequest, snapshot), mask, caching);
		for (const [index, question] of prepared.entries()) {
			if (!('unasked' in question)) continue;
			settle(asking[index]!, {disposition: {outcome: 'needs-person', reason: question.unasked}});
		}
		const ready = prepared.filter(question => 'request' in question);
		const requests = ready.map(({request}) => request);
		const {provider, model, effort, address} = providers[0];
		const who = {provider, model, effort, address};
		emit({type: 'asking', provider: who, questions: ready.length, estimateUsd: estimate(requests)});
		avoided(findings.filter(({changes}) => changes.length > 0).length);
		const groups = Map.groupBy(ready, ({request}) => request.head);
		await Promise.all(
			[...groups].map(async ([head, [first, ...rest]]) => {
				// The first of those that share an excerpt goes alone, so that the provider can keep it for the others.
				const leading = settleWith(first!);
				if (head !== plainHead) await leading;
				await Promise.all([leading, ...rest.map(settleWith)]);
			}),
		);
	} catch (error) {
		over.abort(error);
		throw error;
	} finally {
		await close();
		await metrics.end();
	}
	emit({type: 'metrics', metrics: models.metrics()});
	emit({type: 'asked', stoppedBy: worstOf(stops)});
	return findings.map(finding => results.get(finding) ?? finding);
}

const needsModel = (reason: string): Disposition => ({outcome: 'needs-model', reason});

/** @param unseen places of the finding that the model was not shown: somebody has to look at them, whatever it says */
function outcomeOf(answer: Answer, unseen: readonly string[]): Partial<Finding> {
	if (answer.kind === 'refused') return {disposition: needsModel(answer.fault.reason)};
	const {explanation} = answer;
	const rest: Disposition | null =
		unseen.length > 0
			? {outcome: 'needs-person', reason: `the model was not shown all places, look at ${unseen.join(', ')}`}
			: null;
	if (answer.kind === 'changes') return {sketches: answer.sketches, disposition: rest, explanation};
	if (rest) return {disposition: rest, explanation};
	const says = `the model says: ${explanation || 'nothing more'}`;
	return answer.verdict === 'no-change'
		? {disposition: {outcome: 'not-actionable', reason: `nothing to change, ${says}`}, explanation}
		: {disposition: {outcome: 'needs-person', reason: `not clear what to change, ${says}`}, explanation};
}

function stopOf(error: Stop | ModelTrouble): StoppedBy | null {
	if (error instanceof Stop) return error.guard;
	return error.kind === 'authentication' || error.kind === 'subscription' ? 'authentication' : null;
}

/** In the order of their exit codes. */
const worstOf = (stops: ReadonlySet<StoppedBy>) =>
	(['authentication', 'budget', 'circuit'] as const).find(stop => stops.has(stop)) ?? null;
