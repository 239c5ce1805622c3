import type {Store} from './store.ts';
import {StoreTrouble} from './trouble.ts';

export type StoreIdentity = {
	/** `redis` or `valkey`. */
	server: string;
	/** `7.0.15` */
	version: string;
	/** `standalone`, `cluster` or `sentinel`. */
	mode: string;
	/** `master` or `replica`. */
	role: string;
};

const oldest = [6, 2] as const;

/** What the server is. @throws {StoreTrouble} `old` if it lacks what is needed */
export async function identify(store: Store): Promise<StoreIdentity> {
	const reply = await store.command('HELLO').catch((error: unknown) => {
		if (error instanceof StoreTrouble && error.unknown === 'command') throw tooOld('older than Redis 6.2');
		throw error;
	});
	const fields = Array.isArray(reply) ? reply : [];
	const field = (name: string) => String(fields[fields.indexOf(name) + 1] ?? '');
	const [server, version, mode, role] = [field('server'), field('version'), field('mode'), field('role')];
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
	const shown = {server: store.quote(server), version: store.quote(version)};
	if (isOld) throw tooOld(`${shown.server || 'a server'} ${shown.version}`.trim());
	if (mode === 'sentinel') throw new StoreTrouble('other', 'it is a Sentinel, which stores nothing');
	return {...shown, mode, role};
}

/** Identifies a server before its first use. What failed is tried again the next time. */
export function identifyOnce(store: Store): () => Promise<StoreIdentity> {
	let identified: Promise<StoreIdentity> | null = null;
	return () => {
		identified ??= identify(store).catch(error => {
			identified = null;
			throw error;
		});
		return identified;
	};
}

const tooOld = (what: string) => new StoreTrouble('old', `it is ${what}; Redis 6.2, Valkey 7.2 or later is needed`);
