import {Stop} from '../../llm/guard.ts';
import type {ModelRequest} from '../../llm/providers/provider.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {tokensFromUsage} from '../../llm/tokens.ts';
import {sentences} from '../../text/sentences.ts';
import type {Control} from './control.ts';
import type {Cooling} from './cooling.ts';
import type {TimedAsk} from './guard-entrants.ts';
import {judge} from './judge.ts';
import {addAside, callOff} from './progress.ts';
import type {Sample} from './sample.ts';
import type {End, Turn} from './turn.ts';

type World = {
	turn: Turn;
	asking: TimedAsk;
	control: Control;
	cooling: Cooling;
	signal: AbortSignal;
	tick: () => number;
	/** Ends the turn: no more requests are sent. */
	end: (end: End) => void;
	onSample: (sample: Sample, isWarmUp: boolean, trouble: string | null) => void;
};

type Recorder = (rest: Omit<Sample, 'index' | 'entry' | 'complexity'>, trouble?: string | null) => void;

/**
 * Returns a function that sends one request, by its index, and records how it ended. An error of the
 * request is recorded too; an open circuit is waited for.
 */
export function askingTasks({turn, asking, control, cooling, signal, tick, end, onSample}: World) {
	const {entrant, progress} = turn;
	const out = countOut(turn, tick);

	return async (index: number, isWarmUp: boolean): Promise<void> => {
		const task = entrant.tasks[index % entrant.tasks.length];
		if (!task) return;
		const record: Recorder = (rest, trouble = null) => {
			const sample: Sample = {index, entry: task.entry.id, complexity: task.entry.complexity, ...rest};
			if (isWarmUp) addAside(progress.warmUp, sample);
			else progress.samples.push(sample);
			if (isWarmUp) turn.warm += 1;
			onSample(sample, isWarmUp, trouble);
		};
		for (;;) {
			await control.whileRunning(signal);
			await cooling.over();
			signal.throwIfAborted();
			// A unique key, so that no request is joined with another one.
			const request: ModelRequest = {
				...task.request,
				key: `${task.request.key} ${isWarmUp ? 'warm-up' : 'request'} ${index}`,
			};
			out.begin();
			try {
				const reply = await asking.ask(request, signal);
				out.finish(isWarmUp);
				cooling.worked();
				const judgement = await judge(reply, task);
				const {usd: costUsd} = entrant.bill.ofReply(request, reply);
				const {usage, work = null} = reply;
				record({...judgement, latencyMs: asking.timeOf(request), tokens: tokensFromUsage(usage), costUsd, work});
				return;
			} catch (error) {
				out.finish(isWarmUp);
				if (error instanceof Stop && error.guard === 'circuit') await cooling.wait(error);
				else return recordTrouble(error, request, record);
			}
		}
	};

	/** @throws what is no trouble of the model with the request */
	function recordTrouble(error: unknown, request: ModelRequest, record: Recorder): void {
		if (error instanceof Stop) end({by: error.guard, reason: error.message, remedy: error.remedy});
		const hasLeft = asking.hasLeft(request);
		if (!(error instanceof ModelTrouble)) {
			if (signal.aborted && hasLeft) callOff(progress, entrant.bill.worst(request));
			throw error;
		}
		if (!hasLeft) throw error;
		const usage = typeof error.spent === 'object' ? error.spent : null;
		const {usd: costUsd} = entrant.bill.ofError(request, error);
		const nothing = {latencyMs: null, tokens: tokensFromUsage(usage), confidence: null, right: null};
		record({outcome: error.kind, ...nothing, costUsd}, describe(error));
		const last = endOf(error);
		if (last) end(last);
		signal.throwIfAborted();
	}
}

/** Counts requests in flight, and the time in which at least one measured request is in flight. */
function countOut(turn: Turn, tick: () => number) {
	let since: number | null = null;
	return {
		begin() {
			if (turn.inFlight === 0) since = tick();
			turn.inFlight += 1;
		},
		finish(isWarmUp: boolean) {
			turn.inFlight -= 1;
			if (turn.inFlight > 0 || since === null) return;
			if (!isWarmUp) turn.progress.activeMs += tick() - since;
			since = null;
		},
	};
}

const describe = ({message, remedy}: ModelTrouble) => sentences(message, remedy);

/** The end of a turn after a permanent error; null if the next request may work. */
function endOf({kind, message, remedy, traits}: ModelTrouble): End | null {
	if (!traits.isLasting || traits.isPassing) return null;
	const isRefused = kind === 'authentication' || kind === 'subscription';
	return {by: isRefused ? 'authentication' : 'trouble', reason: message, remedy};
}
