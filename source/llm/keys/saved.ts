import {readFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import {userSettingsPath} from '../../settings/places.ts';
import {type ProviderId, providerIds} from '../../settings/providers.ts';
import {rewriteUserFile} from '../../settings/user-file.ts';
import type {Environment} from '../../system/environment.ts';
import {parseJson} from '../../system/json.ts';
import {hasShape} from '../../system/shape.ts';

/** Where the key of a provider is kept: in the system's store, or right here. */
export type SavedKey = {in: 'system'} | {in: 'file'; key: string};

/** The file that says where keys are kept, beside the user's settings; null without a home. */
export function savedKeysPath(env: Environment): string | null {
	const settings = userSettingsPath(env);
	return settings && join(dirname(settings), 'keys.json');
}

/**
 * What is known of the keys that were kept.
 * @throws {Failure} usage `bad-keys-file`
 */
export async function readSavedKeys(env: Environment): Promise<Partial<Record<ProviderId, SavedKey>>> {
	const path = savedKeysPath(env);
	const text = path && (await readFile(path, 'utf8').catch(ignoreMissing(path)));
	if (!text) return {};
	const content = parseJson(text);
	if (!hasShape(content, entriesShape)) throw unusableKeys(path, 'not a valid key file');
	return Object.fromEntries(providerIds.flatMap(id => (content[id] ? [[id, content[id]]] : [])));
}

/**
 * Writes down where the key of a provider is kept.
 * @param entry null: nowhere any more
 * @throws {Failure} `no-home`; as `rewriteUserFile`
 */
export async function writeSavedKey(provider: ProviderId, entry: SavedKey | null, env: Environment): Promise<void> {
	const path = savedKeysPath(env);
	if (path === null) {
		const remedy = 'Set one of them, or set the key in a variable.';
		throw new Failure(
			'failed',
			'no-home',
			'The key cannot be stored: neither HOME nor XDG_CONFIG_HOME is set.',
			remedy,
		);
	}
	await rewriteUserFile(path, ({[provider]: _, ...others}) => ({...others, ...(entry && {[provider]: entry})}));
}

const entriesShape: z.ZodMiniType<Record<string, SavedKey>> = z.record(
	z.string(),
	z.union([z.object({in: z.literal('system')}), z.object({in: z.literal('file'), key: z.string()})]),
);

const ignoreMissing = (path: string) => (error: NodeJS.ErrnoException) => {
	if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
	throw unusableKeys(path, `cannot be read: ${error.code}`);
};

// Nothing of the content may get into a message.
const unusableKeys = (path: string, what: string) =>
	new Failure('usage', 'bad-keys-file', `${path}: ${what}.`, 'Fix or delete the file, then run pr-resolve setup.');
