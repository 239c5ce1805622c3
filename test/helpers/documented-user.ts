import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {RedisServer} from '../emulators/redis.ts';

const page = join(import.meta.dirname, '../../docs/shared-state.md');

/** Makes the user of the documentation on a server; returns the address for it. */
export async function documentedUser({store, url}: RedisServer): Promise<string> {
	const rule = /^ACL (SETUSER (\S+) .* >(\S+) .*)$/m.exec(readFileSync(page, 'utf8'))!;
	const [, words = '', name, password] = rule;
	await store.command('ACL', ...words.split(' '));
	return url.replace('://', `://${name}:${password}@`);
}
