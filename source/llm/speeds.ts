import {join} from 'node:path';
import * as z from 'zod/mini';
import {Failure} from '../failure.ts';
import {type Environment, homeFolder} from '../system/environment.ts';
import {systemCode} from '../system/errors.ts';
import {hashOfJson} from '../system/hash.ts';
import {onFirstUse} from '../system/on-first-use.ts';
import {openRecord, type RecordForm} from '../system/records.ts';
import {ifShaped} from '../system/shape.ts';
import type {ServerWork} from './providers/provider.ts';
import type {Provider} from './providers/registry.ts';
import {type Speed, speedOf, wasSerial} from './speed.ts';

export type ServedModel = {address: string; model: string};

type Speeds = ReturnType<typeof openSpeeds>;

/**
 * The last known speed of each model of each server. Nothing here fails: a speed that cannot be read is unknown. Each has a
 * file, so that runs at the same time do not overwrite what the others have learned.
 */
export function openSpeeds(env: Environment, log: (level: 'WARNING', message: string) => void) {
	const home = homeFolder('state', env);
	if (home === null) return {find: async () => null, keep: async () => {}};
	const fileOf = ({address, model}: ServedModel) => {
		const id = hashOfJson([address, model]).slice(0, 32);
		return openRecord(join(home, 'speed', `${id}.json`), form, log);
	};
	return {
		async find(of: ServedModel): Promise<Speed | null> {
			const kept = await fileOf(of).read();
			if (kept?.address !== of.address || kept.model !== of.model) return null;
			const {inputPerSecond, outputPerSecond} = kept;
			return {inputPerSecond, outputPerSecond};
		},
		async keep({address, model}: ServedModel, {inputPerSecond, outputPerSecond}: Speed): Promise<void> {
			const kept = {address, model, inputPerSecond, outputPerSecond};
			await fileOf(kept)
				.keep(kept)
				.catch((error: unknown) => {
					if (systemCode(error) === null && !(error instanceof Failure)) throw error;
				});
		},
	};
}

const rateShape = z.number().check(z.positive());

const form: RecordForm<ServedModel & Speed> = {
	kind: 'speed',
	read: ifShaped(
		z.object({address: z.string(), model: z.string(), inputPerSecond: rateShape, outputPerSecond: rateShape}),
	),
};

type MeasureOptions = {
	speeds: Speeds;
	workers: number;
	/** Called once, if the server answers them one after the other. */
	onSerial: () => void;
};

/** Follows what the server of a provider reports of its work. */
export function measure(provider: Provider, {speeds, workers, onSerial}: MeasureOptions) {
	const works: ServerWork[] = [];
	const known = onFirstUse(() => speeds.find(provider));
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
			return speedOf(works) ?? known();
		},
		/** Keeps it for later runs. */
		async keep() {
			const speed = speedOf(works);
			if (speed) await speeds.keep(provider, speed);
		},
	};
}
