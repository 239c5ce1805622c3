import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {SystemStore} from '../../../source/llm/keys/keys.ts';
import {type Draft, draftFor, type SetupWorld} from '../../../source/run/setup/draft.ts';
import type {CheckStep} from '../../../source/run/setup/step.ts';
import type {ProviderId} from '../../../source/settings/providers.ts';
import {resolveSettings, type Sources} from '../../../source/settings/resolve.ts';
import {newFolder} from '../../helpers/folders.ts';

export type TestWorld = SetupWorld & {
	home: string;
	/** What the system's key store holds. */
	secrets: Map<string, string>;
	/** Everything that was logged. */
	logged: string[];
};

/** A sleep of a millisecond, whatever is asked for: what repeats itself until something has come must let it come. */
export const sleepBriefly: SetupWorld['sleep'] = (_, signal) => sleep(1, undefined, signal ? {signal} : {});

/** A world with an empty home, a key store in memory and no variables but these. */
export function worldOf(env: Record<string, string> = {}, given: Partial<SetupWorld> = {}): TestWorld {
	const home = newFolder();
	const secrets = new Map<string, string>();
	const logged: string[] = [];
	const store: SystemStore = {
		read: async account => secrets.get(account) ?? null,
		write: async (account, secret) => void secrets.set(account, secret),
		remove: async account => void secrets.delete(account),
	};
	return {
		cwd: home,
		env: {PATH: '/usr/bin:/bin', HOME: home, GITHUB_API_URL: 'http://127.0.0.1:9', ...env},
		now: Date.now,
		sleep: async (ms, signal) => {
			await sleep(ms, undefined, signal ? {signal} : {});
		},
		randomId: () => 'abc123',
		random: Math.random,
		fetch: globalThis.fetch,
		signal: new AbortController().signal,
		log: (_, message) => logged.push(message),
		pid: process.pid,
		isAlive: () => true,
		openStore: async () => store,
		...given,
		home,
		secrets,
		logged,
	};
}

/** The settings as `setup` sees them in a world. */
export async function settingsIn({env, cwd}: SetupWorld, flags: Sources['flags'] = {}) {
	return (await resolveSettings({command: 'setup', cwd, env, flags, configFile: null})).values;
}

/** What a person has chosen, on the settings of a world. */
export async function draftIn(world: SetupWorld, provider: ProviderId, given: Partial<Draft> = {}) {
	const settings = await settingsIn(world);
	return {draft: {...draftFor(provider, settings), ...given}, settings};
}

/** Follows steps to their end: all events, and the result. */
export async function follow<Told, Result>(
	steps: AsyncGenerator<Told, Result>,
): Promise<{told: Told[]; result: Result}> {
	const told: Told[] = [];
	for (;;) {
		const next = await steps.next();
		if (next.done) return {told, result: next.value};
		told.push(next.value);
	}
}

/** `server ok, model needs-you, GPU todo` */
export const briefly = (steps: readonly CheckStep[]) => steps.map(({id, status}) => `${id} ${status}`).join(', ');

/** The content of every file under a folder. */
export async function everythingIn(folder: string): Promise<string> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	const files = entries.filter(entry => entry.isFile());
	return (await Promise.all(files.map(entry => readFile(join(entry.parentPath, entry.name), 'latin1')))).join('\n');
}
