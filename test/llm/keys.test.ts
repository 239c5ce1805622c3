import {chmod, mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {
	findKey,
	forgetKey,
	type KeyWorld,
	keepKey,
	keptKeyPlace,
	keyPlaces,
	type SystemStore,
} from '../../source/llm/keys/keys.ts';
import {spec as anthropicSpec} from '../../source/llm/providers/anthropic/spec.ts';
import {selectProviders} from '../../source/llm/select.ts';
import {resolveSettings} from '../../source/settings/resolve.ts';
import {newFolder} from '../helpers/folders.ts';

const key = ['sk', 'kept', 'y'.repeat(20)].join('-');
const other = ['sk', 'other', 'z'.repeat(20)].join('-');

function world(given: Record<string, string> = {}): KeyWorld & {env: Record<string, string>; file: string} {
	const home = newFolder();
	const file = join(home, '.config/pr-resolve/keys.json');
	return {env: {HOME: home, ...given}, openStore: async () => null, file};
}

/** What a key store of a system does, as far as it goes. */
function storeIn(secrets: Map<string, string>, trouble: (() => void) | null = null): SystemStore {
	return {
		read: async account => {
			trouble?.();
			return secrets.get(account) ?? null;
		},
		write: async (account, secret) => {
			trouble?.();
			secrets.set(account, secret);
		},
		remove: async account => {
			trouble?.();
			secrets.delete(account);
		},
	};
}

async function contentOf(folder: string): Promise<string> {
	const names = await readdir(folder, {recursive: true, withFileTypes: true});
	const files = names
		.filter(entry => entry.isFile())
		.map(entry => readFile(join(entry.parentPath, entry.name), 'utf8'));
	return (await Promise.all(files)).join('\n');
}

test('with consent a key is kept in a file of its own that only its owner can read', async () => {
	const its = world();
	await keepKey('api-a', key, 'file', its);
	expect((await stat(its.file)).mode & 0o777).toBe(0o600);
	expect((await stat(dirname(its.file))).mode & 0o777).toBe(0o700);
	expect(await findKey('api-a', its)).toEqual({value: key, source: its.file});
	expect(await findKey('api-b', its)).toBeNull();
	await keepKey('api-b', other, 'file', its);
	expect(await findKey('api-a', its)).toMatchObject({value: key});
	expect(await findKey('api-b', its)).toMatchObject({value: other});
});

test("in the system's key store it is in no file", async () => {
	const secrets = new Map<string, string>();
	const its = {...world(), openStore: async () => storeIn(secrets)};
	await keepKey('api-a', key, 'system', its);
	expect(secrets).toEqual(new Map([['api-a', key]]));
	expect(await contentOf(its.env.HOME!)).not.toContain(key);
	expect(await findKey('api-a', its)).toEqual({value: key, source: "the system's key store"});
});

test('storing a key in another place removes the old one', async () => {
	const secrets = new Map<string, string>();
	const its = {...world(), openStore: async () => storeIn(secrets)};
	await keepKey('api-a', key, 'file', its);
	await keepKey('api-a', key, 'system', its);
	expect(await contentOf(its.env.HOME!)).not.toContain(key);
	await keepKey('api-a', key, 'file', its);
	expect(secrets.size).toBe(0);
});

test('a key that is forgotten is nowhere, and the others stay', async () => {
	const secrets = new Map<string, string>();
	const its = {...world(), openStore: async () => storeIn(secrets)};
	await keepKey('api-a', key, 'system', its);
	await keepKey('api-b', other, 'file', its);
	expect(await keptKeyPlace('api-a', its)).toBe("the system's key store");
	await forgetKey('api-a', its);
	expect([secrets.size, await keptKeyPlace('api-a', its), await findKey('api-a', its)]).toEqual([0, null, null]);
	expect(await keptKeyPlace('api-b', its)).toBe(its.file);
	await forgetKey('api-b', its);
	expect(await contentOf(its.env.HOME!)).not.toContain(other);
});

test('the store is not touched unless a key was kept in it', async () => {
	const its = world();
	const openStore = () => expect.fail('opened');
	await keepKey('api-b', key, 'file', its);
	expect(await findKey('api-a', {...its, openStore})).toBeNull();
	expect(await findKey('api-b', {...its, openStore})).toMatchObject({value: key});
	expect(await findKey('local', {...its, openStore})).toBeNull();
});

test.each([
	['locked', () => storeIn(new Map(), () => expect.fail(`cannot store ${key}`))],
	['away', () => null],
	['emptied', () => storeIn(new Map())],
])('a store that is %s is told without the key', async (_, store) => {
	const its = world();
	await keepKey('api-a', key, 'system', {...its, openStore: async () => storeIn(new Map())});
	const openStore = async () => store();
	const failure = await findKey('api-a', {...its, openStore}).catch(error => error);
	expect(failure).toMatchObject({name: 'Failure', kind: 'authentication', code: 'key-store'});
	expect(`${failure.stack} ${failure.message} ${failure.remedy} ${failure.cause}`).not.toContain(key);
	expect(failure.remedy).toContain('OPENAI_API_KEY');
});

test('without access to the store the key can be stored in a file', async () => {
	const its = world();
	await keepKey('api-a', other, 'system', {...its, openStore: async () => storeIn(new Map())});
	await keepKey('api-a', key, 'file', its);
	expect(await findKey('api-a', its)).toMatchObject({value: key});
});

test('an interruption ends the wait for a locked store', async () => {
	const its = world();
	await keepKey('api-a', key, 'system', {...its, openStore: async () => storeIn(new Map())});
	const controller = new AbortController();
	const read = () => {
		controller.abort(new Error('interrupted'));
		return new Promise<null>(() => {});
	};
	const openStore = async () => ({...storeIn(new Map()), read});
	await expect(findKey('api-a', {...its, openStore, signal: controller.signal})).rejects.toThrow('interrupted');
});

test('after a failed write the key does not count as stored', async () => {
	const locked = storeIn(new Map(), () => expect.fail(`cannot store ${key}`));
	const its = {...world(), openStore: async () => locked};
	const failure = await keepKey('api-a', key, 'system', its).catch(error => error);
	expect(failure).toMatchObject({code: 'key-store'});
	expect(`${failure.stack} ${failure.cause}`).not.toContain(key);
	expect(await findKey('api-a', its)).toBeNull();
});

test.each([
	'',
	'sk-leaked',
	'{"api-a": "sk-leaked"}',
	'{"api-a": {"in": "file", "key": 7, "x": "sk-leaked"}}',
	'["sk-leaked"]',
])('a file of keys that is none is told without what stands in it: %s', async content => {
	const its = world();
	await mkdir(dirname(its.file), {recursive: true});
	await writeFile(its.file, content);
	const found = await findKey('api-a', its).catch(error => error);
	if (content === '') expect(found).toBeNull();
	else {
		expect(found).toMatchObject({name: 'Failure', code: 'bad-keys-file'});
		expect(`${found.stack} ${found.remedy} ${found.cause}`).not.toContain('leaked');
	}
});

test('a file of keys that cannot be parsed is not written over', async () => {
	const its = world();
	await mkdir(dirname(its.file), {recursive: true});
	await writeFile(its.file, '{"api-b": sk-leaked');
	const failure = await keepKey('api-a', key, 'file', its).catch(error => error);
	expect(failure).toMatchObject({name: 'Failure', code: 'bad-keys-file'});
	expect(`${failure.stack} ${failure.cause}`).not.toMatch(/leaked|kept/);
	expect(await readFile(its.file, 'utf8')).toBe('{"api-b": sk-leaked');
	await chmod(its.file, 0o600);
});

test('lists the places where a key can be stored', async () => {
	const its = world();
	expect(await keyPlaces('api-b', its)).toEqual({system: false, file: its.file, variable: 'ANTHROPIC_API_KEY'});
	expect(await keyPlaces('api-a', {env: {}, openStore: async () => storeIn(new Map())})).toEqual({
		system: true,
		file: null,
		variable: 'OPENAI_API_KEY',
	});
});

test('a run takes the key of the settings, then of the variable, then the one that is kept', async () => {
	const its = world();
	await keepKey('api-a', key, 'file', its);
	await keepKey('api-b', other, 'file', its);
	const keysWith = async (env: Record<string, string>) => {
		const all = {...its.env, ...env};
		const {values} = await resolveSettings({
			command: 'apply',
			cwd: its.env.HOME!,
			env: all,
			flags: {llmProvider: 'openai', allowRemote: 'true'},
			set: ['llm.fallback=anthropic,ollama'],
			configFile: null,
		});
		const selected = await selectProviders(values, {...its, env: all, fetch: globalThis.fetch});
		return selected.map(({provider, options}) => [provider, options.apiKey]);
	};
	const rest = [
		['api-b', other],
		['local', null],
	];
	expect(await keysWith({})).toEqual([['api-a', key], ...rest]);
	expect(await keysWith({OPENAI_API_KEY: 'sk-of-variable'})).toEqual([['api-a', 'sk-of-variable'], ...rest]);
	expect(await keysWith({OPENAI_API_KEY: 'sk-of-variable', CR_LLM_API_KEY: 'sk-of-setting'})).toEqual([
		['api-a', 'sk-of-setting'],
		...rest,
	]);
});

test('the key of the chosen provider is not sent to its fallback, which reports a missing key', async () => {
	const its = world({CR_LLM_API_KEY: 'sk-of-setting'});
	const sources = {command: 'apply', cwd: its.env.HOME!, env: its.env, configFile: null};
	const {values} = await resolveSettings({
		...sources,
		flags: {llmProvider: 'openai'},
		set: ['llm.fallback=anthropic'],
	});
	const [, fallback] = await selectProviders(values, {...its, fetch: globalThis.fetch});
	expect(fallback!.options.apiKey).toBeNull();
	const check = await (await anthropicSpec.open(fallback!.options)).check(new AbortController().signal).next();
	expect(check.value!.remedy).toMatch(
		/^Set ANTHROPIC_API_KEY \(CR_LLM_API_KEY contains the key for another provider\)\./,
	);
});

test('a provider goes by the clock of the run', async () => {
	const its = world();
	const sources = {command: 'apply', cwd: its.env.HOME!, env: its.env, configFile: null};
	const {values} = await resolveSettings({...sources, flags: {llmProvider: 'claude-cli'}});
	const now = () => 0;
	const [{options}] = await selectProviders(values, {...its, fetch: globalThis.fetch, now});
	expect(options.now).toBe(now);
});
