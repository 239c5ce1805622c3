import {setImmediate} from 'node:timers/promises';
import {reasonOf, Stop} from '../../llm/guard.ts';
import {type Spending, spentSince} from '../../llm/metrics.ts';
import type {Models} from '../../llm/open.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {reportedReason} from '../../llm/question/fault.ts';
import type {Question} from '../../llm/question/question.ts';
import {unshown} from '../../llm/question/show.ts';
import {questionTime} from '../../llm/speed.ts';
import type {Trust} from '../../resolve/trust.ts';
import {type Finding, needsModel, needsPerson} from '../../review/finding.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import {drawUpAll} from '../plan/propose.ts';
import {type Answered, answeredBy, stopOfQuestion, withoutAnswer} from './askable.ts';
import {endOfAsking, type QuestionEnd} from './asking-end.ts';
import type {WaitForCircuit} from './circuit-wait.ts';
import type {Dialogue} from './dialogue.ts';
import {askInOrder, type PreparedQuestions, prepareQuestions, type QuestionContext} from './prepare.ts';
import type {Warn} from './warn-once.ts';

type BatchOptions = {
	findings: readonly Finding[];
	ground: QuestionContext;
	trust: Trust;
	dialogue: Dialogue;
	warn: Warn;
	emit: (event: RunEvent) => void;
	waitForCircuit: WaitForCircuit;
	sleep: Context['sleep'];
	/** Keeps an answer for later rounds. */
	remember: (finding: Finding, key: string, answered: Answered) => void;
};

/**
 * One call of `ask`. A finding is settled once, without a question, by its answer, or by a failure; one that the open circuit
 * refused again, if that is waited for. Returns all findings, settled or as they were. An error that is not about one question
 * ends all of them.
 */
export async function askBatch(models: Models, options: BatchOptions, signal: AbortSignal): Promise<Finding[]> {
	const {findings, ground, trust, dialogue, warn, emit, waitForCircuit, sleep, remember} = options;
	const {workers} = models;
	const send = models.begin();
	const byId: ReadonlyMap<string, Finding> = new Map(findings.map(finding => [finding.id, finding]));
	const settled = new Map<Finding, Finding>();
	const ends = new Map<string, QuestionEnd>();
	/** Questions without an answer. */
	let left = 0;
	let isTimeKnown = false;
	let refused: Question[] = [];

	function settle(finding: Finding, answered: Finding, end: QuestionEnd | null): void {
		const [result = answered] = drawUpAll([answered], ground.snapshot);
		settled.set(finding, result);
		if (end !== null) ends.set(finding.id, end);
		emit({type: 'answered', finding: result, end});
	}

	function settleFailed(finding: Finding, error: Stop | ModelTrouble): void {
		if (error.cause instanceof ModelTrouble) warn(error.cause);
		warn(error);
		settle(finding, withoutAnswer(finding, needsModel(reasonOf(error))), stopOfQuestion(error));
	}

	async function questionTimeMs(): Promise<number | null> {
		const speed = await models.speed();
		return speed && questionTime(speed).allMs;
	}

	async function announce({count, estimateUsd}: PreparedQuestions): Promise<void> {
		const {provider, model, effort, address, isLocal, isMetered} = models.providers[0];
		const questionMs = await questionTimeMs();
		left = count;
		isTimeKnown = questionMs !== null;
		emit({
			type: 'asking',
			provider: {provider, model, effort, address},
			usesSubscription: !isLocal && !isMetered,
			questions: count,
			estimateUsd: await estimateUsd(),
			questionMs,
			workers,
		});
		models.avoided(findings.filter(({changes}) => changes.length > 0).length);
	}

	/** The first answers show how long the others will take. */
	async function announceTime(): Promise<void> {
		left -= 1;
		if (isTimeKnown || left === 0) return;
		const questionMs = await questionTimeMs();
		if (questionMs === null || isTimeKnown) return;
		isTimeKnown = true;
		emit({type: 'question-time', questionMs, workers, left});
	}

	async function settleBy(question: Question, within: AbortSignal): Promise<void> {
		const finding = byId.get(question.subject.remark.id);
		if (!finding) return;
		try {
			const {answer, by} = await dialogue.answerTo(question, finding, send, within);
			if (answer.kind === 'refused') {
				settle(finding, withoutAnswer(finding, needsModel(reportedReason(answer.fault, by.model))), 'replied');
				return;
			}
			const answered = answeredBy(answer, by, unshown(question));
			remember(finding, question.request.key, answered);
			settle(finding, {...finding, ...answered}, 'replied');
		} catch (error) {
			if (!(error instanceof Stop || error instanceof ModelTrouble)) throw error;
			if (error instanceof Stop && error.guard === 'circuit') refused.push(question);
			settleFailed(finding, error);
		}
	}

	async function take(question: Question, within: AbortSignal): Promise<void> {
		await settleBy(question, within);
		await announceTime();
	}

	/** Whether the wait for the circuit that refused questions is wanted; then it is over. */
	async function isCircuitAwaited(within: AbortSignal): Promise<boolean> {
		const finding = byId.get(refused[0]?.subject.remark.id ?? '');
		const {reason = ''} = (finding && settled.get(finding)?.disposition) ?? {};
		const ms = models.openForMs();
		// What was told comes before a question.
		await setImmediate();
		if (!(await waitForCircuit({findings: refused.length, ms, reason}, within))) return false;
		// The answer may have taken a while.
		const leftMs = models.openForMs();
		if (leftMs > 0) emit({type: 'wait', reason: 'the circuit breaker is open', ms: leftMs});
		// A timer may end a moment early, and then the circuit would refuse once more.
		await sleep(Math.ceil(leftMs) + 2, within);
		return true;
	}

	async function askAgain(within: AbortSignal): Promise<void> {
		const questions = refused;
		refused = [];
		left = questions.length;
		emit({type: 'asking-again', questions: left, questionMs: await questionTimeMs(), workers});
		await Promise.all(questions.map(question => take(question, within)));
	}

	/** @param before the account before anything was sent */
	function endOf({count, unasked}: PreparedQuestions, before: Spending): Extract<RunEvent, {type: 'asked'}> {
		const metrics = models.metrics();
		const end = endOfAsking({
			ends,
			findings: [...settled.values()],
			pending: count - ends.size,
			circuits: metrics.circuits,
			spent: spentSince(before, metrics),
		});
		return {type: 'asked', end, unsent: unasked.size};
	}

	const over = new AbortController();
	const within = AbortSignal.any([signal, over.signal]);
	const before = models.metrics();
	let prepared: PreparedQuestions | null = null;
	try {
		prepared = prepareQuestions(findings, ground, trust, models);
		for (const [id, reason] of prepared.unasked) {
			const finding = byId.get(id);
			if (finding) settle(finding, withoutAnswer(finding, needsPerson(reason)), null);
		}
		await announce(prepared);
		await askInOrder(prepared.groups(), question => take(question, within), within);
		while (refused.length > 0 && (await isCircuitAwaited(within))) await askAgain(within);
	} catch (error) {
		over.abort(error);
		throw error;
	} finally {
		emit({type: 'metrics', metrics: models.metrics()});
		if (prepared) emit(endOf(prepared, before));
	}
	return findings.map(finding => settled.get(finding) ?? finding);
}
