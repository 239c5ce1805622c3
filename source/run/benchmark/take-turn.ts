import {Stop} from '../../llm/guard.ts';
import type {ModelReply, ModelRequest, ProviderCheck} from '../../llm/providers/provider.ts';
import {ModelTrouble} from '../../llm/providers/trouble.ts';
import {noTokens} from '../../llm/providers/usage.ts';
import {sentences} from '../../text/sentences.ts';
import type {Context} from '../context.ts';
import type {Task} from './ask-about.ts';
import type {Control} from './control.ts';
import type {ProviderState, StopBy, Stopped} from './events.ts';
import type {Guards} from './guard-entrants.ts';
import {judge} from './judge.ts';
import {addWarmUp, type Sample} from './progress.ts';
import type {Measured} from './provider-result.ts';
import type {BenchmarkRequest} from './request.ts';

/** The turn of one provider: its progress and its state. */
export type Turn = Measured & {
	state: ProviderState;
	inFlight: number;
	/** Warm-up requests sent by this run. */
	warm: number;
};

type World = {
	request: BenchmarkRequest;
	guards: Guards;
	control: Control;
	context: Pick<Context, 'sleep' | 'signal'>;
	/** A check that needed an answer first. */
	onCheck: (check: ProviderCheck) => void;
	/** A request ended; `trouble` is its error with the remedy. */
	onSample: (sample: Sample, isWarmUp: boolean, trouble: string | null) => void;
	/** The state of the turn changed. */
	onState: () => void;
};

/** What a sample has besides its place and what the meter has of its request. */
type Ended = Pick<Sample, 'outcome' | 'confidence' | 'right'> & Partial<Pick<Sample, 'latencyMs' | 'work'>>;

type Sent = {index: number; isWarmUp: boolean; asked: ModelRequest};

const unsent = {tokens: noTokens, costUsd: 0, latencyMs: null};

/** Thrown inside a turn to end it. */
class Over extends Error {}

/**
 * Sends a provider its remaining requests: first the warm-up, one by one, then the measured ones. Ends
 * early if the user skips the provider, the budget is exhausted, an error is permanent, or the circuit opens a second time
 * after a cooldown.
 * @throws the signal's reason
 */
export async function takeTurn(turn: Turn, world: World): Promise<void> {
	const {entrant, progress} = turn;
	const {request, guards, control, context, onCheck, onSample, onState} = world;
	const {options, settings, machine} = request;
	const skipped = control.skipped(entrant.name);
	const over = new AbortController();
	const signal = AbortSignal.any([context.signal, skipped, over.signal]);
	const askGuarded = guards.askOf(entrant, onCheck);
	/** One wait for the circuit, shared by all requests. */
	let cooling: Promise<void> | null = null;
	/** It has been waited for, and no request was answered since. */
	let hasCooled = false;
	/** When the first one of the requests in flight was sent. */
	let since = 0;

	function enter(state: ProviderState): void {
		turn.state = state;
		onState();
	}

	function end(reason: Stopped<StopBy>): void {
		turn.stop ??= reason;
		over.abort(new Over());
	}

	/** Waits until the circuit lets a request through. Ends the turn the second time, unless a request was answered in between. */
	async function cool({message, remedy}: Stop): Promise<void> {
		const circuit = guards.circuits.of(entrant.provider).state;
		const remainingMs = circuit?.state === 'open' ? circuit.remainingMs : 0;
		if (hasCooled || remainingMs > settings.breakerCooldown * 1000) {
			end({by: 'circuit', reason: message, remedy});
			throw new Over();
		}
		const back = turn.state;
		enter('cooling-down');
		// A timer may end a moment early, and then the circuit would refuse once more.
		await context.sleep(Math.ceil(remainingMs) + 2, signal);
		hasCooled = true;
		cooling = null;
		enter(back);
	}

	/** Counts requests in flight, and the time in which at least one measured request is in flight. */
	async function send({asked, isWarmUp}: Sent): Promise<ModelReply> {
		if (turn.inFlight === 0) since = machine.tick();
		turn.inFlight += 1;
		try {
			return await askGuarded(asked, signal);
		} finally {
			turn.inFlight -= 1;
			if (turn.inFlight === 0 && !isWarmUp) progress.activeMs += machine.tick() - since;
		}
	}

	/** Records how a request ended. */
	function record({entry}: Task, {index, isWarmUp, asked}: Sent, ended: Ended, trouble: string | null = null): void {
		const {tokens, costUsd, latencyMs} = guards.rowOf(asked) ?? unsent;
		const {id, complexity} = entry;
		const sample: Sample = {index, entry: id, complexity, tokens, costUsd, latencyMs, ...ended};
		if (isWarmUp) {
			addWarmUp(progress, sample);
			turn.warm += 1;
		} else progress.samples.push(sample);
		onSample(sample, isWarmUp, trouble);
	}

	/** @throws what is no trouble of the model with the request */
	function recordTrouble(error: unknown, task: Task, sent: Sent): void {
		if (error instanceof Stop) end({by: error.guard, reason: error.message, remedy: error.remedy});
		const row = guards.rowOf(sent.asked);
		if (!(error instanceof ModelTrouble && row)) {
			if (signal.aborted && row) {
				progress.calledOff.requests += 1;
				progress.calledOff.costUsd += row.costUsd;
			}
			throw error;
		}
		const {kind, message, remedy, traits} = error;
		const ended = {outcome: kind, latencyMs: null, confidence: null, right: null};
		record(task, sent, ended, sentences(message, remedy));
		if (traits.isLasting && !traits.isPassing) {
			const isRefused = kind === 'authentication' || kind === 'subscription';
			end({by: isRefused ? 'authentication' : 'trouble', reason: message, remedy});
		}
		signal.throwIfAborted();
	}

	/**
	 * Sends one request, by its index, and records how it ended. An error of the request is recorded too; an open circuit is
	 * waited for.
	 */
	async function ask(index: number, isWarmUp: boolean): Promise<void> {
		const task = entrant.tasks[index % entrant.tasks.length];
		if (!task) return;
		for (;;) {
			await control.whileRunning(signal);
			await cooling;
			signal.throwIfAborted();
			// A unique key, so that no request is joined with another one.
			const key = `${task.request.key} ${isWarmUp ? 'warm-up' : 'request'} ${index}`;
			const sent: Sent = {index, isWarmUp, asked: {...task.request, key}};
			try {
				const reply = await send(sent);
				hasCooled = false;
				return record(task, sent, {...(await judge(reply, task)), work: reply.work ?? null});
			} catch (error) {
				if (!(error instanceof Stop && error.guard === 'circuit')) return recordTrouble(error, task, sent);
				cooling ??= cool(error);
				await cooling;
			}
		}
	}

	try {
		const done = new Set(progress.samples.map(({index}) => index));
		if (progress.samples.length < options.iterations) {
			enter('warming-up');
			for (let index = 0; index < options.warmUp; index++) await ask(index, true);
			enter('running');
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
