import {setImmediate} from 'node:timers/promises';
import type {AskInTurn} from '../../llm/fallback.ts';
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

type RoundOptions = {
	dialogue: Dialogue;
	warn: Warn;
	findings: readonly Finding[];
	ground: QuestionContext;
	trust: Trust;
	emit: (event: RunEvent) => void;
	waitForCircuit: WaitForCircuit;
	sleep: Context['sleep'];
	/** Keeps an answer for later rounds. */
	remember: (finding: Finding, key: string, answered: Answered) => void;
};

/**
 * One call of `ask`. A finding is settled once, without a question, by its answer, or by a failure; one that the open circuit
 * refused again, if that is waited for.
 */
export class AskingBatch {
	readonly #options: RoundOptions;
	readonly #models: Models;
	readonly #send: AskInTurn;
	readonly #byId: ReadonlyMap<string, Finding>;
	readonly #settled = new Map<Finding, Finding>();
	readonly #ends = new Map<string, QuestionEnd>();
	/** Questions without an answer. */
	#left = 0;
	#isTimeKnown = false;
	#refused: Question[] = [];

	constructor(models: Models, options: RoundOptions) {
		this.#options = options;
		this.#models = models;
		this.#send = models.begin();
		this.#byId = new Map(options.findings.map(finding => [finding.id, finding]));
	}

	/** Returns all findings, settled or as they were. An error that is not about one question ends all of them. */
	async run(signal: AbortSignal): Promise<Finding[]> {
		const {findings, ground, trust, emit} = this.#options;
		const over = new AbortController();
		const within = AbortSignal.any([signal, over.signal]);
		const before = this.#models.metrics();
		let prepared: PreparedQuestions | null = null;
		try {
			prepared = prepareQuestions(findings, ground, trust, this.#models);
			this.#leave(prepared.unasked);
			await this.#announce(prepared);
			await askInOrder(prepared.groups(), question => this.#take(question, within), within);
			while (this.#refused.length > 0 && (await this.#isCircuitAwaited(within))) await this.#askAgain(within);
		} catch (error) {
			over.abort(error);
			throw error;
		} finally {
			emit({type: 'metrics', metrics: this.#models.metrics()});
			if (prepared) emit(this.#endOf(prepared, before));
		}
		return findings.map(finding => this.#settled.get(finding) ?? finding);
	}

	/** @param before the account before anything was sent */
	#endOf({count, unasked}: PreparedQuestions, before: Spending): Extract<RunEvent, {type: 'asked'}> {
		const metrics = this.#models.metrics();
		const end = endOfAsking({
			ends: this.#ends,
			findings: [...this.#settled.values()],
			pending: count - this.#ends.size,
			circuits: metrics.circuits,
			spent: spentSince(before, metrics),
		});
		return {type: 'asked', end, unsent: unasked.size};
	}

	/** @param unasked reasons by the id of the finding */
	#leave(unasked: ReadonlyMap<string, string>): void {
		for (const [id, reason] of unasked) {
			const finding = this.#byId.get(id);
			if (finding) this.#settle(finding, withoutAnswer(finding, needsPerson(reason)), null);
		}
	}

	async #announce({count, estimateUsd}: PreparedQuestions): Promise<void> {
		const {provider, model, effort, address, isLocal, isMetered} = this.#models.providers[0];
		const questionMs = await this.#questionMs();
		this.#left = count;
		this.#isTimeKnown = questionMs !== null;
		this.#options.emit({
			type: 'asking',
			provider: {provider, model, effort, address},
			usesSubscription: !isLocal && !isMetered,
			questions: count,
			estimateUsd: await estimateUsd(),
			questionMs,
			workers: this.#models.workers,
		});
		this.#models.avoided(this.#options.findings.filter(({changes}) => changes.length > 0).length);
	}

	async #questionMs(): Promise<number | null> {
		const speed = await this.#models.speed();
		return speed && questionTime(speed).allMs;
	}

	/** The first answers show how long the others will take. */
	async #announceTime(): Promise<void> {
		this.#left -= 1;
		if (this.#isTimeKnown || this.#left === 0) return;
		const questionMs = await this.#questionMs();
		if (questionMs === null || this.#isTimeKnown) return;
		this.#isTimeKnown = true;
		this.#options.emit({type: 'question-time', questionMs, workers: this.#models.workers, left: this.#left});
	}

	async #take(question: Question, signal: AbortSignal): Promise<void> {
		await this.#settleBy(question, signal);
		await this.#announceTime();
	}

	async #settleBy(question: Question, signal: AbortSignal): Promise<void> {
		const finding = this.#byId.get(question.subject.remark.id);
		if (!finding) return;
		try {
			const {answer, by} = await this.#options.dialogue.answerTo(question, finding, this.#send, signal);
			if (answer.kind === 'refused') {
				this.#settle(finding, withoutAnswer(finding, needsModel(reportedReason(answer.fault, by.model))), 'replied');
				return;
			}
			const answered = answeredBy(answer, by, unshown(question));
			this.#options.remember(finding, question.request.key, answered);
			this.#settle(finding, {...finding, ...answered}, 'replied');
		} catch (error) {
			if (!(error instanceof Stop || error instanceof ModelTrouble)) throw error;
			if (error instanceof Stop && error.guard === 'circuit') this.#refused.push(question);
			this.#settleFailed(finding, error);
		}
	}

	/** Whether the wait for the circuit that refused questions is wanted; then it is over. */
	async #isCircuitAwaited(signal: AbortSignal): Promise<boolean> {
		const {waitForCircuit, emit, sleep} = this.#options;
		const finding = this.#byId.get(this.#refused[0]?.subject.remark.id ?? '');
		const {reason = ''} = (finding && this.#settled.get(finding)?.disposition) ?? {};
		const ms = this.#models.openForMs();
		// What was told comes before a question.
		await setImmediate();
		if (!(await waitForCircuit({findings: this.#refused.length, ms, reason}, signal))) return false;
		// The answer may have taken a while.
		const leftMs = this.#models.openForMs();
		if (leftMs > 0) emit({type: 'wait', reason: 'the circuit breaker is open', ms: leftMs});
		// A timer may end a moment early, and then the circuit would refuse once more.
		await sleep(Math.ceil(leftMs) + 2, signal);
		return true;
	}

	async #askAgain(signal: AbortSignal): Promise<void> {
		const questions = this.#refused;
		this.#refused = [];
		this.#left = questions.length;
		const questionMs = await this.#questionMs();
		const {workers} = this.#models;
		this.#options.emit({type: 'asking-again', questions: questions.length, questionMs, workers});
		await Promise.all(questions.map(question => this.#take(question, signal)));
	}

	#settleFailed(finding: Finding, error: Stop | ModelTrouble): void {
		const {warn} = this.#options;
		if (error.cause instanceof ModelTrouble) warn(error.cause);
		warn(error);
		this.#settle(finding, withoutAnswer(finding, needsModel(reasonOf(error))), stopOfQuestion(error));
	}

	#settle(finding: Finding, answered: Finding, end: QuestionEnd | null): void {
		const [result = answered] = drawUpAll([answered], this.#options.ground.snapshot);
		this.#settled.set(finding, result);
		if (end !== null) this.#ends.set(finding.id, end);
		this.#options.emit({type: 'answered', finding: result, end});
	}
}
