import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runChild} from '../../helpers/child.ts';
import {typeStripping} from '../../helpers/type-stripping.ts';
import {type OllamaOptions, startOllama} from './server.ts';

const script = join(import.meta.dirname, 'check-real.ts');

const check = (...args: string[]) =>
	runChild(process.execPath, [script, ...args], {cwd: import.meta.dirname, env: typeStripping});

async function start(options: OllamaOptions = {}) {
	const server = await startOllama(options);
	onTestFinished(server.close);
	return server;
}

test('a server that behaves like the emulator is equal: 30 requests, none of which downloads', async () => {
	const server = await start({models: ['smollm2'], answer: () => 'One, two and three are the first numbers of all.'});
	const {code, stdout} = await check(server.url);
	expect(stdout).not.toContain('DIFF');
	expect([code, stdout.split('\n').at(-2)]).toEqual([0, '29 equal, 0 different']);
	// One more finds the model.
	expect(server.requests).toHaveLength(31);
	expect(server.installed()).toEqual(['smollm2:latest']);
});

test('each difference is printed', async () => {
	const server = await start({
		slots: 2,
		tokenMs: 5,
		fault: ({path, asked}) =>
			path === '/api/version' ? 'not-found' : asked?.body.startsWith('Count') && asked.schema ? 'no-end' : null,
		answer: () => 'One, two and three are the first numbers of all.',
	});
	const {code, stdout} = await check(server.url.replace('http://', ''));
	expect(code).toBe(1);
	expect(stdout).toContain('DIFF GET /api/version\n     status: 404; emulator: 200\n');
	expect(stdout).toContain('DIFF POST /api/chat: by a schema\n     last line.done: false; emulator: true\n');
	expect(stdout).toContain(
		'DIFF two questions at the same time\n     answered at once; emulator: one after the other\n',
	);
	expect(stdout.split('\n').at(-2)).toMatch(/ equal, 3 different$/);
});

test.each([
	['no address', [], /^Usage: /],
	['an address at which nothing listens', ['127.0.0.1:9'], /cannot be compared/],
])('%s is told', async (_, args, message) => {
	const {code, stderr} = await check(...args);
	expect([code, stderr]).toEqual([args.length === 0 ? 2 : 1, expect.stringMatching(message)]);
});

test('without a model that answers, nothing is compared', async () => {
	const server = await start({models: [{name: 'embed', capabilities: ['embedding']}]});
	expect(await check(server.url)).toMatchObject({code: 2, stdout: ''});
	expect(server.requests).toHaveLength(1);
});
