import type {Circuits} from '../../llm/guards/circuit.ts';
import type {Context} from '../context.ts';
import {askingTasks} from './ask-task.ts';
import type {Control} from './control.ts';
import {createCooling} from './cooling.ts';
import type {ProviderState} from './events.ts';
import type {TimedAsk} from './guard-entrants.ts';
import type {BenchmarkOptions} from './request.ts';
import type {Sample} from './sample.ts';
import type {End, Turn} from './turn.ts';

type World = {
	turn: Turn;
	asking: TimedAsk;
	circuits: Circuits;
	/** Maximum wait for an open circuit; null without a circuit breaker. */
	cooldownMs: number | null;
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
	const {turn, asking, circuits, cooldownMs, options, control, context, tick, onSample, onState} = world;
	const {provider, name} = turn.entrant;
	const {samples} = turn.progress;
	const skipped = control.skipped(name);
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
	const cooling = createCooling({
		...{provider, circuits, cooldownMs, signal},
		sleep: context.sleep,
		onWait() {
			const back = turn.state;
			enter('cooling-down');
			return () => enter(back);
		},
		giveUp({message, remedy}) {
			end({by: 'circuit', reason: message, remedy});
			throw new Over();
		},
	});
	const ask = askingTasks({turn, asking, control, cooling, signal, tick, end, onSample});
	try {
		if (samples.length < options.iterations) {
			enter('warming-up');
			for (let index = 0; index < options.warmUp; index++) await ask(index, true);
			enter('running');
			await askEveryProvider(openIndices(samples, options.iterations), options.concurrency, index => ask(index, false));
		}
		enter('done');
	} catch (error) {
		context.signal.throwIfAborted();
		if (skipped.aborted) turn.stop ??= {by: 'person', reason: 'skipped', remedy: ''};
		if (!turn.stop) throw error;
		enter('stopped');
	}
}

function openIndices(samples: readonly Sample[], iterations: number): number[] {
	const done = new Set(samples.map(({index}) => index));
	return Array.from({length: iterations}, (_, index) => index).filter(index => !done.has(index));
}

/** Sends `concurrency` requests at a time. @throws the first error, after all have ended */
async function askEveryProvider(
	indices: readonly number[],
	concurrency: number,
	ask: (index: number) => Promise<void>,
): Promise<void> {
	const queue = indices.values();
	const work = async () => {
		for (const index of queue) await ask(index);
	};
	const workers = await Promise.allSettled(Array.from({length: concurrency}, work));
	for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
}
