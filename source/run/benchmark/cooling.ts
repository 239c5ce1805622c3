import type {Stop} from '../../llm/guard.ts';
import type {Circuits} from '../../llm/guards/circuits.ts';
import type {ModelChoice} from '../../llm/providers/provider.ts';
import type {Context} from '../context.ts';

type Options = {
	provider: ModelChoice;
	circuits: Circuits | null;
	/** For how long an open circuit is waited for; null without one. */
	cooldownMs: number | null;
	sleep: Context['sleep'];
	signal: AbortSignal;
	/** The wait begins; what it returns is called when it is over. */
	onWait: () => () => void;
	/** Waiting does not help: throws. */
	giveUp: (stop: Stop) => never;
};

export type Cooling = {
	/** Resolves at once where the circuit is not waited for. */
	over: () => Promise<void>;
	/** Waits until the circuit that stopped a request lets one through: once, until a request is answered again. */
	wait: (stop: Stop) => Promise<void>;
	/** A request was answered. */
	worked: () => void;
};

/** Waits for the circuit of a provider, for all of its requests together. */
export function createCooling(options: Options): Cooling {
	const {provider, circuits, cooldownMs, sleep, signal, onWait, giveUp} = options;
	let current: Promise<void> | null = null;
	let hasCooled = false;

	async function cool(stop: Stop): Promise<void> {
		const circuit = circuits?.of(provider).state;
		const remainingMs = circuit?.state === 'open' ? circuit.remainingMs : 0;
		if (hasCooled || remainingMs > (cooldownMs ?? 0)) giveUp(stop);
		const onOver = onWait();
		await sleep(remainingMs, signal);
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
