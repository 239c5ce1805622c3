import type {Stop} from '../../llm/guard.ts';
import type {Circuits} from '../../llm/guards/circuit.ts';
import type {ModelChoice} from '../../llm/providers/registry.ts';
import type {Context} from '../context.ts';

type Options = {
	provider: ModelChoice;
	circuits: Circuits;
	/** Maximum wait for an open circuit; null without a circuit breaker. */
	cooldownMs: number | null;
	sleep: Context['sleep'];
	signal: AbortSignal;
	/** Called when a wait begins; the function that it returns is called at the end. */
	onWait: () => () => void;
	/** Throws, because waiting does not help. */
	giveUp: (stop: Stop) => never;
};

export type Cooling = {
	/** Resolves after the current wait, or at once if there is none. */
	over: () => Promise<void>;
	/** Waits until the circuit lets a request through. Gives up the second time, unless a request was answered in between. */
	wait: (stop: Stop) => Promise<void>;
	/** A request was answered. */
	worked: () => void;
};

/** One wait for a provider's circuit, shared by all of its requests. */
export function createCooling(options: Options): Cooling {
	const {provider, circuits, cooldownMs, sleep, signal, onWait, giveUp} = options;
	let current: Promise<void> | null = null;
	let hasCooled = false;

	async function cool(stop: Stop): Promise<void> {
		const circuit = circuits.of(provider).state;
		const remainingMs = circuit?.state === 'open' ? circuit.remainingMs : 0;
		if (hasCooled || remainingMs > (cooldownMs ?? 0)) giveUp(stop);
		const onOver = onWait();
		// Timers leave out the fraction of a millisecond.
		await sleep(Math.ceil(remainingMs), signal);
		hasCooled = true;
		current = null;
		onOver();
	}

	return {
		over: async () => void (await current),
		wait: stop => (current ??= cool(stop)),
		worked() {
			hasCooled = false;
		},
	};
}
