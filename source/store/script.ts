import {createHash} from 'node:crypto';
import type {Store, StoreReply} from './store.ts';
import {StoreTrouble} from './trouble.ts';

/** A Lua script that the server keeps. */
export type Script = (store: Store, keys: readonly string[], args: readonly string[]) => Promise<StoreReply>;

/** Sends the text of a script only if the server does not have it, as after a restart. */
export function makeScript(text: string): Script {
	const hash = createHash('sha1').update(text).digest('hex');
	return async (store, keys, args) => {
		const rest = [String(keys.length), ...keys, ...args];
		try {
			return await store.command('EVALSHA', hash, ...rest);
		} catch (error) {
			if (!(error instanceof StoreTrouble) || error.unknown !== 'script') throw error;
			return store.command('EVAL', text, ...rest);
		}
	};
}
