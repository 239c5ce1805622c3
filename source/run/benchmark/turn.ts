import {Stop} from '../../llm/guard.ts';
import type {Circuits} from '../../llm/guards/circuits.ts';
import type {ModelRequest, Usage} from '../../llm/provider.ts';
import {ModelTrouble} from '../../llm/trouble.ts';
import type {Context} from '../context.ts';
import type {Control} from './control.ts';
import type {ProviderState, StopBy} from './events.ts';
import type {TimedAsk} from './guard-entrants.ts';
import {judge} from './judge.ts';
import type {Entrant} from './plan.ts';
import type {BenchmarkOptions} from './request.ts';
import type {Sample} from './sample.ts';
import type {ProviderProgress} from './state-file.ts';

/** The turn of one provider: what it has done, and where it is. */
export type Turn = {
	entrant: Entrant;
	progress: ProviderProgress;
	state: ProviderState;
	stop: {by: StopBy; reason: string; remedy: string} | null;
	inFlight: number;
	/** Requests to warm up that this run has asked. */
	warm: number;
};

type World = {
	turn: Turn;
	asking: TimedAsk;
	circuits: Circuits | null;
	/** For how long a circuit is waited for; null without one. */
	cooldownMs: number | null;
	options: BenchmarkOptions;
	control: Control;
	context: Pick<Context, 'sleep' | 'signal'>;
	tick: () => number;
	/** A request ended, or the state of the turn changed. */
	onSample: (sample: Sample, isWarmUp: boolean, trouble: string | null) => void;
	onState: () => void;
};

/** Thrown inside a turn that asks nothing more. */
class Over extends Error {}

const noTokens = {input: 0, cachedInput: 0, output: 0};

/**
 * Asks a provider what is left to be asked: first to warm up, one request after the other, then for the record. It ends
 * early where a person skips it, the budget is used up, it cannot be used for longer, or its circuit opens a second time
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
	const end = (stop: NonNullable<Turn['stop']>) => {
		turn.stop ??= stop;
		over.abort(new Over());
	};
	const asker = makeAsker(world, signal, end, enter);
	try {
		if (samples.length < options.iterations) {
			enter('warming-up');
			for (let index = 0; index < options.warmUp; index++) await asker(index, true);
			enter('running');
			const done = new Set(samples.map(({index}) => index));
			const open = Array.from({length: options.iterations}, (_, index) => index).filter(index => !done.has(index));
			const queue = open.values();
			const work = async () => {
				for (const index of queue) await asker(index, false);
			};
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

function makeAsker(
	{turn, asking, circuits, cooldownMs, control, context, tick, onSample}: World,
	signal: AbortSignal,
	end: (stop: NonNullable<Turn['stop']>) => void,
	enter: (state: ProviderState) => void,
) {
	const {entrant, progress} = turn;
	let cooldown: Promise<void> | null = null;
	let hasCooled = false;
	let busySince: number | null = null;

	const begin = () => {
		if (turn.inFlight === 0) busySince = tick();
		turn.inFlight += 1;
	};
	const finish = (isWarmUp: boolean) => {
		turn.inFlight -= 1;
		if (turn.inFlight > 0 || busySince === null) return;
		if (!isWarmUp) progress.activeMs += tick() - busySince;
		busySince = null;
	};

	/** Waits until the circuit lets a request through, once; where that did not help, it stays open. */
	function cool({message, remedy}: Stop): Promise<void> {
		const circuit = circuits?.of(entrant.provider).state;
		const remainingMs = circuit?.state === 'open' ? circuit.remainingMs : 0;
		if (hasCooled || remainingMs > (cooldownMs ?? 0)) {
			end({by: 'circuit', reason: message, remedy});
			throw new Over();
		}
		const back = turn.state;
		enter('cooling-down');
		return context.sleep(remainingMs, signal).then(() => {
			hasCooled = true;
			cooldown = null;
			enter(back);
		});
	}

	function stopOn(error: ModelTrouble): void {
		const {kind, message, remedy, traits} = error;
		if (!traits.isLasting || traits.isPassing) return;
		const isRefused = kind === 'authentication' || kind === 'subscription';
		end({by: isRefused ? 'authentication' : 'trouble', reason: message, remedy});
	}

	return async (index: number, isWarmUp: boolean): Promise<void> => {
		const task = entrant.tasks[index % entrant.tasks.length]!;
		const record = (rest: Omit<Sample, 'index' | 'entry' | 'complexity'>, trouble: string | null = null) => {
			const sample: Sample = {index, entry: task.entry.id, complexity: task.entry.complexity, ...rest};
			if (isWarmUp) addAside(progress.warmUp, sample);
			else progress.samples.push(sample);
			if (isWarmUp) turn.warm += 1;
			onSample(sample, isWarmUp, trouble);
		};
		for (;;) {
			await control.whileRunning(signal);
			await cooldown;
			signal.throwIfAborted();
			// With a key of its own, no request is joined with another one.
			const request: ModelRequest = {
				...task.request,
				key: `${task.request.key} ${isWarmUp ? 'warm-up' : 'request'} ${index}`,
			};
			begin();
			try {
				const reply = await asking.ask(request, signal);
				finish(isWarmUp);
				hasCooled = false;
				const judgement = await judge(reply, task);
				const costUsd = entrant.bill.ofReply(request, reply);
				record({...judgement, latencyMs: asking.timeOf(request), tokens: tokensOf(reply.usage), costUsd});
				return;
			} catch (error) {
				finish(isWarmUp);
				if (error instanceof Stop && error.guard === 'circuit') {
					cooldown ??= cool(error);
					await cooldown;
					continue;
				}
				if (error instanceof Stop) end({by: 'budget', reason: error.message, remedy: error.remedy});
				if (!(error instanceof ModelTrouble)) {
					if (signal.aborted && asking.hasLeft(request)) callOff(progress, entrant.bill.worst(request));
					throw error;
				}
				if (!asking.hasLeft(request)) throw error;
				const usage = typeof error.spent === 'object' ? error.spent : null;
				const costUsd = entrant.bill.ofError(request, error);
				const nothing = {latencyMs: null, tokens: tokensOf(usage), confidence: null, right: null};
				record({outcome: error.kind, ...nothing, costUsd}, error.message);
				stopOn(error);
				signal.throwIfAborted();
				return;
			}
		}
	};
}

function callOff({calledOff}: ProviderProgress, costUsd: number): void {
	calledOff.requests += 1;
	calledOff.costUsd += costUsd;
}

function addAside(aside: ProviderProgress['warmUp'], {outcome, tokens, costUsd}: Sample): void {
	aside.requests += 1;
	aside.costUsd += costUsd;
	aside.tokens = {
		input: aside.tokens.input + tokens.input,
		cachedInput: aside.tokens.cachedInput + tokens.cachedInput,
		output: aside.tokens.output + tokens.output,
	};
	if (outcome !== 'parsed') aside.errors[outcome] = (aside.errors[outcome] ?? 0) + 1;
}

const tokensOf = (usage: Usage | null) =>
	usage === null ? noTokens : {input: usage.input, cachedInput: usage.cachedInput, output: usage.output};

/** The turn of a provider that has yet to begin, or goes on where it was. */
export function newTurn(entrant: Entrant, before: ProviderProgress | undefined): Turn {
	const warmUp = {requests: 0, tokens: noTokens, costUsd: 0, errors: {}};
	const fresh = {name: entrant.name, samples: [], warmUp, calledOff: {requests: 0, costUsd: 0}, activeMs: 0};
	return {entrant, progress: before ?? fresh, state: 'waiting', stop: null, inFlight: 0, warm: 0};
}
