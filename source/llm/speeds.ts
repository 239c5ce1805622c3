import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {ensureFolder} from '../system/ensure-folder.ts';
import {type Environment, homeFolder} from '../system/environment.ts';
import {systemCode} from '../system/errors.ts';
import {parseJson} from '../system/json.ts';
import {replaceFile} from '../system/replace-file.ts';
import {hasFields, isText, type Shape} from '../system/shape.ts';
import type {Speed} from './speed.ts';

/** A model of a server. */
export type ServedModel = {address: string; model: string};

/** The last known speed of each model of each server. Nothing here fails: a speed that cannot be read is unknown. */
export type Speeds = {
	find: (of: ServedModel) => Promise<Speed | null>;
	keep: (of: ServedModel, speed: Speed) => Promise<void>;
};

/** A file for each model of a server, so that runs at the same time do not overwrite what the others have learned. */
export function openSpeeds(env: Environment): Speeds {
	const home = homeFolder('state', env);
	if (home === null) return {find: async () => null, keep: async () => {}};
	const folder = join(home, 'speed');
	return {
		async find(of) {
			const text = await readFile(fileOf(folder, of), 'utf8').catch(() => '');
			const kept = parseJson(text);
			if (!isKept(kept) || kept.address !== of.address || kept.model !== of.model) return null;
			const {inputPerSecond, outputPerSecond} = kept;
			return {inputPerSecond, outputPerSecond};
		},
		async keep({address, model}, {inputPerSecond, outputPerSecond}) {
			const kept: KeptSpeed = {address, model, inputPerSecond, outputPerSecond};
			try {
				await ensureFolder(folder);
				await replaceFile(fileOf(folder, kept), JSON.stringify(kept));
			} catch (error) {
				if (systemCode(error) === null) throw error;
			}
		},
	};
}

function fileOf(folder: string, {address, model}: ServedModel): string {
	const id = createHash('sha256')
		.update(JSON.stringify([address, model]))
		.digest('hex');
	return join(folder, `${id.slice(0, 32)}.json`);
}

type KeptSpeed = ServedModel & Speed;

const isRate: Shape<number> = (value): value is number => Number.isFinite(value) && Number(value) > 0;

const isKept = hasFields<KeptSpeed>({address: isText, model: isText, inputPerSecond: isRate, outputPerSecond: isRate});
