import type {Remedy} from '../../failure.ts';
import {Stop} from '../../llm/guard.ts';
import type {Circuits} from '../../llm/guards/circuit.ts';
import type {ModelRequest, ProviderCheck} from '../../llm/providers/provider.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {tokensOf} from '../../llm/providers/usage.ts';
import {sentences} from '../../text/sentences.ts';
import type {Context} from '../context.ts';
import type {Control} from './control.ts';
import type {ProviderState, StopBy} from './events.ts';
import type {TimedAsk} from './guard-entrants.ts';
import {judge} from './judge.ts';
import type {Entrant} from './plan.ts';
import {addWarmUp, type ProviderProgress, type Sample} from './progress.ts';
import type {BenchmarkOptions} from './request.ts';

/** Why a turn ended early. */
type End = {by: StopBy; reason: string; remedy: Remedy};

/** The turn of one provider: its progress and its state. */
export type Turn = {
	entrant: Entrant;
	/** Results of checks that need an answer first. */
	learned: ProviderCheck[];
	progress: ProviderProgress;
	state: ProviderState;
	stop: End | null;
	inFlight: number;
	/** Warm-up requests sent by this run. */
	warm: number;
};

type World = {
	turn: Turn;
	asking: TimedAsk;
	circuits: Circuits;
	/** Maximum wait for an open circuit. */
	cooldownMs: number;
	options: BenchmarkOptions;
	control: Control;
	context: Pick<Context, 'sleep' | 'signal'>;
	tick: () => number;
	/** A request ended; `trouble` is its error with the remedy. */
	onSample: (sample: Sample, isWarmUp: boolean, trouble: string | null) => void;
	/** The state of the turn changed. */
	onState: () => void;
};

/** Thrown inside a turn to end it. */
class Over extends Error {}

/**
 * Sends a provider its remaining requests: first the warm-up, one by one, then the measured ones. Ends
 * early if the user skips the provider, the budget is exhausted, an error is permanent, or the circuit opens a second time
 * after a cooldown.
 * @throws the signal's reason
 */
export async function takeTurn(world: World): Promise<void> {
	const {turn, options, control, context, onState} = world;
	const {samples} = turn.progress;
	const skipped = control.skipped(turn.entrant.name);
	const over = new AbortController();
	const signal = AbortSignal.any([context.signal, skipped, over.signal]);
	const enter = (state: ProviderState) => {
		turn.state = state;
		onState();
	};
	const end = (reason: End) => {
		turn.stop ??= reason;
		over.abort(new Over());
	};
	const ask = askingTasks({...world, signal, end, cooling: coolingOf(world, signal, {enter, end})});
	try {
		if (samples.length < options.iterations) {
			enter('warming-up');
			for (let index = 0; index < options.warmUp; index++) await ask(index, true);
			enter('running');
			const done = new Set(samples.map(({index}) => index));
			const open = Array.from({length: options.iterations}, (_, index) => index).filter(index => !done.has(index));
			const queue = open.values();
			const work = async () => {
				for (const index of queue) await ask(index, false);
			};
			// The first error counts after all have ended.
			const workers = await Promise.allSettled(Array.from({length: options.concurrency}, work));
			for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
		}
		enter('done');
	} catch (error) {
		context.signal.throwIfAborted();
		if (skipped.aborted) turn.stop ??= {by: 'person', reason: 'skipped', remedy: ''};
		if (!turn.stop) throw error;
		enter('stopped');
	}
}

/** One wait for a provider's circuit, shared by all of its requests. */
function coolingOf(
	{turn, circuits, cooldownMs, context}: World,
	signal: AbortSignal,
	{enter, end}: {enter: (state: ProviderState) => void; end: (reason: End) => void},
) {
	let current: Promise<void> | null = null;
	let hasCooled = false;

	async function cool({message, remedy}: Stop): Promise<void> {
		const circuit = circuits.of(turn.entrant.provider).state;
		const remainingMs = circuit?.state === 'open' ? circuit.remainingMs : 0;
		if (hasCooled || remainingMs > cooldownMs) {
			end({by: 'circuit', reason: message, remedy});
			throw new Over();
		}
		const back = turn.state;
		enter('cooling-down');
		// A timer may end a moment early, and then the circuit would refuse once more.
		await context.sleep(Math.ceil(remainingMs) + 2, signal);
		hasCooled = true;
		current = null;
		enter(back);
	}

	return {
		/** Resolves after the current wait, or at once if there is none. */
		over: async () => void (await current),
		/** Waits until the circuit lets a request through. Ends the turn the second time, unless a request was answered in between. */
		wait: (stop: Stop) => (current ??= cool(stop)),
		/** A request was answered. */
		worked() {
			hasCooled = false;
		},
	};
}

type Asking = World & {signal: AbortSignal; end: (reason: End) => void; cooling: ReturnType<typeof coolingOf>};

type Recorder = (rest: Omit<Sample, 'index' | 'entry' | 'complexity'>, trouble?: string | null) => void;

/**
 * Returns a function that sends one request, by its index, and records how it ended. An error of the
 * request is recorded too; an open circuit is waited for.
 */
function askingTasks({turn, asking, control, cooling, signal, tick, end, onSample}: Asking) {
	const {entrant, progress} = turn;
	const out = countOut(turn, tick);

	return async (index: number, isWarmUp: boolean): Promise<void> => {
		const task = entrant.tasks[index % entrant.tasks.length];
		if (!task) return;
		const record: Recorder = (rest, trouble = null) => {
			const sample: Sample = {index, entry: task.entry.id, complexity: task.entry.complexity, ...rest};
			if (isWarmUp) {
				addWarmUp(progress, sample);
				turn.warm += 1;
			} else progress.samples.push(sample);
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
				const spent = reply.usage ?? 'unknown';
				const {usd: costUsd} = entrant.bill.of(request, spent);
				const {work = null} = reply;
				record({...judgement, latencyMs: asking.timeOf(request), tokens: tokensOf(spent), costUsd, work});
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
			if (signal.aborted && hasLeft) {
				progress.calledOff.requests += 1;
				progress.calledOff.costUsd += entrant.bill.worst(request);
			}
			throw error;
		}
		if (!hasLeft) throw error;
		const {kind, message, remedy, traits, spent} = error;
		const {usd: costUsd} = entrant.bill.of(request, spent);
		const nothing = {latencyMs: null, tokens: tokensOf(spent), confidence: null, right: null};
		record({outcome: kind, ...nothing, costUsd}, sentences(message, remedy));
		if (traits.isLasting && !traits.isPassing) {
			const isRefused = kind === 'authentication' || kind === 'subscription';
			end({by: isRefused ? 'authentication' : 'trouble', reason: message, remedy});
		}
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
