import type {ServerWork} from './providers/provider.ts';
import type {Provider} from './providers/registry.ts';
import {type Speed, speedOf, wasSerial} from './speed.ts';
import type {Speeds} from './speeds.ts';

type MeasureOptions = {
	speeds: Speeds;
	workers: number;
	/** Called once, if the server answers them one after the other. */
	onSerial: () => void;
};

/** Follows what the server of a provider reports of its work. */
export function measure(provider: Provider, {speeds, workers, onSerial}: MeasureOptions) {
	const works: ServerWork[] = [];
	let known: Promise<Speed | null> | null = null;
	return {
		provider: {
			...provider,
			async ask(...asked) {
				// The account is of this request alone, so that no cache keeps it.
				const {work, ...reply} = await provider.ask(...asked);
				if (work) works.push(work);
				if (work && works.length === workers && wasSerial(works, workers)) onSerial();
				return reply;
			},
		} satisfies Provider,
		/** That of the answers so far, otherwise the last known one; null if it is unknown. */
		async speed() {
			known ??= speeds.find(provider);
			return speedOf(works) ?? known;
		},
		/** Keeps it for later runs. */
		async keep() {
			const speed = speedOf(works);
			if (speed) await speeds.keep(provider, speed);
		},
	};
}
