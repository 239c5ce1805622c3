import {Failure} from '../../failure.ts';
import {Stop} from '../../llm/guard.ts';
import {openModels} from '../../llm/open.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {type ModelAnswer, readAnswer} from '../../llm/question/answer.ts';
import {type Question, questionsFor} from '../../llm/question/question.ts';
import type {ShownSubject} from '../../llm/question/show.ts';
import {attempt, failedCheck} from '../doctor/check.ts';
import {formatAnswering} from '../report/asking-words.ts';
import {type Draft, type SetupWorld, settingsWith} from './draft.ts';
import {type Pace, paceOf} from './pace.ts';
import {type CheckStep, uncheckedStep, withCheck, withLine} from './step.ts';

/** The result of a real question. */
export type SetupTrial = {
	step: CheckStep;
	/** Cost in US dollars; null if nothing was sent. */
	costUsd: number | null;
	/** Requests of unknown cost, so that this is the most that it can be. */
	unknownCosts: number;
	latencyMs: number | null;
	tokens: {input: number; output: number} | null;
	/** Null unless it is a local model that answered. */
	pace: Pace | null;
};

const trialPath = 'greeting.js';
const trialLines = ["const greeting = 'Helo, world';", 'console.log(greeting);'];
const remark = `The greeting is misspelt: it should read "const greeting = 'Hello, world';".`;

/** Gets how far the answer is; null when it is over. */
type OnAnswering = (words: string | null) => void;

/** The step before anything is sent. */
export const trialStep = (): CheckStep => uncheckedStep('request', 'does it answer a real request?');

/**
 * Sends one small question through all guards of a run and judges the answer as a run
 * does. It is really sent, without the cache, and costs real money.
 * @throws the signal's reason
 */
export async function tryOut(draft: Draft, world: SetupWorld, tell: OnAnswering = () => {}): Promise<SetupTrial> {
	const trial = await attempt(() => askTrial(draft, world, tell));
	if (!(trial instanceof Failure)) return trial;
	const step = withLine(trialStep(), failedCheck('request', trial));
	return {step, costUsd: null, unknownCosts: 0, latencyMs: null, tokens: null, pace: null};
}

async function askTrial(draft: Draft, world: SetupWorld, tell: OnAnswering): Promise<SetupTrial> {
	const step = trialStep();
	const models = await openModels({...settingsWith(draft), cacheEnabled: false}, world, {
		isGood: async () => true,
		onCheck: () => {},
		onTurn: () => {},
		onSerial: () => {},
		onMetrics: () => {},
		onAnswering: progress => tell(progress && formatAnswering(progress)),
		timeFlags: {time: 'llm.timeout', workers: null},
	});
	let result: CheckStep;
	let pace: Pace | null = null;
	try {
		const [question] = (await questionsFor([subject], models.mask, null)) as [Question];
		const {reply} = await models.begin()(question.request, world.signal);
		const speed = await models.speed();
		pace = speed && paceOf(speed, draft);
		const fault = trialFault(readAnswer(reply, question, 0));
		const detail = `answered by ${reply.model}${fault === null ? ', with a usable edit' : ''}`;
		const remedy = fault === null ? '' : `The edit is not usable: ${fault}. Try a larger model.`;
		const answered = withCheck(step, {name: step.id, status: 'ok', detail, remedy, trouble: null});
		result = fault === null ? answered : {...answered, status: 'warning'};
	} catch (error) {
		if (!(error instanceof ModelTrouble || error instanceof Stop)) throw error;
		const {kind: trouble = null, ways = []} = error instanceof ModelTrouble ? error : {};
		const {message: detail, remedy} = error;
		result = withCheck(step, {name: step.id, status: 'failed', detail, remedy, ways, trouble});
	} finally {
		await models.close();
	}
	const {requests, costUsd, unknownCosts, latency, tokens} = models.metrics();
	const {input, output} = tokens;
	return {
		step: result,
		costUsd: requests > 0 ? costUsd : null,
		unknownCosts,
		latencyMs: latency?.meanMs ?? null,
		tokens: requests > 0 ? {input, output} : null,
		pace,
	};
}

function trialFault(answer: ModelAnswer): string | null {
	if (answer.kind === 'refused') return answer.fault.reason;
	return answer.kind === 'none' ? `the answer is "${answer.verdict}"` : null;
}

const subject: ShownSubject = {
	remark: {id: 'trial', title: remark, path: trialPath, severity: null, category: null},
	places: [{path: trialPath, lines: {start: 1, end: 1}}],
	words: remark,
	diffHunk: null,
	fileAt: () => trialLines,
	pathOf: () => trialPath,
	paths: new Set([trialPath]),
};
