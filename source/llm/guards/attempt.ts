import type {Settings} from '../../settings/table.ts';
import {inSeconds} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import type {Ask} from '../guard.ts';
import type {ModelService} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import type {ServerJob, ServerJobs} from './server-jobs.ts';
import {silenceRemedy, type TimeFlags, type TimeLimit, timeoutMessage, unlessOver, withinTime} from './timeout.ts';

/** The limits of attempts. For an answer that arrives bit by bit, `ms` is a limit of silence. */
export type AttemptLimits = TimeLimit & {
	/** Of an answer that arrives bit by bit, and of loading a model. */
	wholeMs: number;
	jobs: ServerJobs;
};

export type AttemptTimes = Omit<AttemptLimits, 'clock' | 'jobs'>;

/** The limit of the whole is the one that is set, or ten times the time limit. @param ms the time limit */
export const attemptTimes = (
	{answerTimeout}: Pick<Settings, 'answerTimeout'>,
	ms: number,
	flags?: TimeFlags,
): AttemptTimes => ({ms, wholeMs: answerTimeout === null ? 10 * ms : answerTimeout * 1000, ...(flags && {flags})});

type Served = Pick<ModelService, 'model' | 'address' | 'isMetered'>;

/** A server does not show whether it loads the model, has others to answer first, or reads the prompt. */
const silencesBeforeAnswer = 3;

const longestStepMs = 1000;
const stepsOfSilence = 20;

/**
 * Sends an attempt, and ends it if it takes too long. An answer that arrives bit by bit takes its time as long as parts of it
 * keep coming, up to the limit of the whole. Until the first part, the time of our other answers from the server is not counted.
 * @throws {ModelTrouble} `timeout` after a silence, `unfinished` at the limit of the whole; what the provider throws
 */
export function attempting(provider: Served & Pick<ModelService, 'ask' | 'isStreamed'>, limits: AttemptLimits): Ask {
	return (request, signal) => {
		if (!provider.isStreamed) return withinTime(within => provider.ask(request, within), limits, signal);
		return following('answer', provider, limits, signal, (within, onPart) => provider.ask(request, within, onPart));
	};
}

/** Loads the model, if it has to be loaded. @throws {ModelTrouble} `timeout`; what the provider throws */
export async function loading(
	provider: Served & Pick<ModelService, 'loadModel'>,
	limits: AttemptLimits,
	signal: AbortSignal,
): Promise<void> {
	const {loadModel} = provider;
	if (loadModel) await following('model', provider, limits, signal, loadModel);
}

/** Does the work while its time is counted in steps, so that no change of the clock ends it. */
async function following<Result>(
	what: ServerJob['what'],
	provider: Served,
	limits: AttemptLimits,
	signal: AbortSignal,
	work: (signal: AbortSignal, onPart: (tokens: number) => void) => Promise<Result>,
): Promise<Result> {
	const {ms, clock, jobs} = limits;
	const stepMs = Math.min(longestStepMs, ms / stepsOfSilence);
	const {job, part, pass, end} = jobs.begin(what, provider.address);
	const watch = async (within: AbortSignal) => {
		for (;;) {
			await clock.sleep(stepMs, within);
			pass(stepMs);
			const trouble = endOf(job, provider, limits);
			if (trouble) throw trouble;
		}
	};
	try {
		return await unlessOver(within => work(within, part), watch, signal);
	} finally {
		end();
	}
}

/** Why it is over; null if it may go on. */
function endOf(job: ServerJob, {model, isMetered}: Served, limits: AttemptLimits): ModelTrouble | null {
	const {ms, wholeMs, flags} = limits;
	const {what, tokens, hasBegun, waitedMs, arrivingMs, silentMs} = job;
	const silence = (limitMs: number, arrived = '') =>
		new ModelTrouble('timeout', timeoutMessage + arrived, {remedy: silenceRemedy(limitMs, flags), spent});
	const spent = isMetered || !hasBegun ? 'unknown' : {input: 0, cachedInput: 0, cacheWrite: 0, output: tokens};
	if (what === 'model') {
		if (waitedMs < wholeMs) return null;
		const message = `${timeoutMessage}: ${model} is not loaded after ${inSeconds(wholeMs, 0)}`;
		const remedy = "Check the server's log, use a smaller model, or raise llm.answer_timeout.";
		return new ModelTrouble('timeout', message, {remedy});
	}
	if (!hasBegun) {
		const limitMs = Math.min(wholeMs, silencesBeforeAnswer * ms);
		return waitedMs >= limitMs ? silence(limitMs) : null;
	}
	if (silentMs >= ms) {
		const came = `${count(tokens, 'token')} in ${inSeconds(arrivingMs - silentMs, 0)}`;
		return silence(ms, `: ${came}, then nothing for ${inSeconds(silentMs, 0)}`);
	}
	if (waitedMs + arrivingMs < wholeMs) return null;
	const message = `${timeoutMessage}: ${model} has not finished its answer in ${inSeconds(wholeMs, 0)} (${count(tokens, 'token')})`;
	return new ModelTrouble('unfinished', message, {
		remedy: 'If the model is slow, raise llm.answer_timeout; if it repeats itself, use a larger one.',
		spent,
	});
}
