import {Failure} from '../../failure.ts';
import {aliasOf, type ProviderId} from '../../settings/providers.ts';
import type {Environment} from '../../system/environment.ts';
import {unlessAborted} from '../../system/unless-aborted.ts';
import {specOf} from '../providers/registry.ts';
import {readSavedKeys, type SavedKey, savedKeysPath, writeSavedKey} from './saved.ts';

export type KeyWorld = {
	env: Environment;
	signal?: AbortSignal;
	/** Default: the system's own. */
	openStore?: OpenSystemStore;
};

/** A key, and where it was found: messages name the place, never the value. */
export type FoundKey = {value: string; source: string};

/** Where a key is stored; in a file, as plain text, only with the user's consent. */
export type KeyPlace = 'system' | 'file';

export type KeyPlaces = Awaited<ReturnType<typeof keyPlaces>>;

const variableOf = (provider: ProviderId) => specOf(provider).key?.variable;

/**
 * The key of a provider: its variable, then where `setup` has kept it. Null where there is none, and for providers that
 * need none.
 * @throws {Failure} authentication `key-store` where the store that holds it cannot be read; usage `bad-keys-file`
 */
export async function findKey(provider: ProviderId, world: KeyWorld): Promise<FoundKey | null> {
	const variable = variableOf(provider);
	if (variable === undefined) return null;
	const given = world.env[variable]?.trim();
	if (given) return {value: given, source: variable};
	const entry = (await readSavedKeys(world.env))[provider];
	if (entry === undefined) return null;
	const source = placeOf(entry, world);
	if (entry.in === 'file') return {value: entry.key, source};
	const value = await withStore(provider, world, store => store.read(provider));
	if (value) return {value, source};
	throw storeTrouble(provider, "is no longer in the system's key store");
}

const placeOf = (entry: SavedKey, {env}: KeyWorld) =>
	entry.in === 'file' ? (savedKeysPath(env) ?? '') : "the system's key store";

/** Where `setup` has kept the key of a provider, in words; null for nowhere. @throws {Failure} usage `bad-keys-file` */
export async function keptKeyPlace(provider: ProviderId, world: KeyWorld): Promise<string | null> {
	const entry = (await readSavedKeys(world.env))[provider];
	return entry ? placeOf(entry, world) : null;
}

export async function keyPlaces(provider: ProviderId, {env, openStore = openSystemStore}: KeyWorld) {
	return {
		/** Whether the system's key store can be used. */
		system: (await openStore()) !== null,
		/** The file, readable by its owner only; null without a home. */
		file: savedKeysPath(env),
		/** The variable that gives the key without keeping it. */
		variable: variableOf(provider) ?? 'CR_LLM_API_KEY',
	};
}

/**
 * Stores the key of a provider and deletes an earlier one wherever it is, except from a store that is not accessible now.
 * @throws {Failure} authentication `key-store`; failed `no-home`, `not-writable`
 */
export async function keepKey(provider: ProviderId, key: string, place: KeyPlace, world: KeyWorld): Promise<void> {
	// Fails before anything is stored: a file that cannot be read must not be overwritten.
	await readSavedKeys(world.env);
	if (place === 'system') {
		await withStore(provider, world, store => store.write(provider, key));
		await writeSavedKey(provider, {in: 'system'}, world.env);
		return;
	}
	await removeFromStore(provider, world).catch(unlessLocked);
	await writeSavedKey(provider, {in: 'file', key}, world.env);
}

/**
 * Deletes the key of a provider where `setup` has kept it.
 * @throws {Failure} authentication `key-store`; usage `bad-keys-file`; failed `not-writable`
 */
export async function forgetKey(provider: ProviderId, world: KeyWorld): Promise<void> {
	await removeFromStore(provider, world);
	await writeSavedKey(provider, null, world.env);
}

/** Without access to the store, the key can still go elsewhere. */
function unlessLocked(error: unknown): void {
	if (!(error instanceof Failure && error.code === 'key-store')) throw error;
}

async function removeFromStore(provider: ProviderId, world: KeyWorld): Promise<void> {
	if ((await readSavedKeys(world.env))[provider]?.in !== 'system') return;
	await withStore(provider, world, store => store.remove(provider));
}

async function withStore<T>(
	provider: ProviderId,
	{signal, openStore = openSystemStore}: KeyWorld,
	work: (store: SystemStore) => Promise<T>,
): Promise<T> {
	const store = await openStore();
	if (store === null)
		throw storeTrouble(provider, "is in the system's key store, which is not available in this session");
	try {
		const done = work(store);
		return await (signal ? unlessAborted(done, signal) : done);
	} catch {
		// The store's own error can quote the key.
		signal?.throwIfAborted();
		throw storeTrouble(provider, "is in the system's key store, which denied access");
	}
}

function storeTrouble(provider: ProviderId, what: string): Failure {
	const remedy = `Unlock the key store, set ${variableOf(provider)}, or store the key again with pr-resolve setup.`;
	return new Failure('authentication', 'key-store', `The key for ${aliasOf(provider)} ${what}.`, remedy);
}

/** Where the operating system keeps secrets: Keychain, Secret Service, Credential Manager. */
export type SystemStore = {
	read: (account: string) => Promise<string | null>;
	write: (account: string, secret: string) => Promise<void>;
	remove: (account: string) => Promise<void>;
};

/** Opens the store; null where this machine has none that can be used. */
type OpenSystemStore = () => Promise<SystemStore | null>;

const service = 'pr-resolve';

/** Without it, the library falls back to the kernel's keyring on Linux, which forgets everything when the machine restarts. */
const options = {linux: {store: 'secret-service'}} as const;

// A variable, because a bundler cannot take native code in and not every platform has it.
const library: string = '@napi-rs/keyring';

/**
 * The store by the library that knows those of all systems; nothing of it is loaded before. Its methods get no signal, because
 * they would take its `onabort` for themselves.
 */
const openSystemStore: OpenSystemStore = async () => {
	try {
		const {AsyncEntry}: typeof import('@napi-rs/keyring') = await import(library);
		const entryOf = (account: string) => new AsyncEntry(service, account, options);
		// The first entry connects to the store.
		entryOf('probe');
		return {
			read: account => entryOf(account).getPassword(),
			write: (account, secret) => entryOf(account).setPassword(secret),
			remove: async account => {
				await entryOf(account).deletePassword();
			},
		};
	} catch {
		return null;
	}
};
