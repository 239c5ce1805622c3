import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {goodAcmeKey, startAcme} from '../emulators/acme/server.ts';
import {type Led, ledTo} from '../emulators/vendor/lead.ts';
import {obedient} from '../emulators/vendor/obedient.ts';
import type {VendorOptions} from '../emulators/vendor/server.ts';
import {perfect} from '../helpers/benchmark.ts';
import {changedProgram} from '../helpers/changed-program.ts';
import {runChild} from '../helpers/child.ts';
import {hostOf} from '../helpers/host.ts';
import {remarks} from '../helpers/remarks.ts';
import {plainFolder, type WorkTree, workTree} from '../helpers/work-tree.ts';

let executable = '';

/** The program with one provider more: a file and a row. */
beforeAll(async () => {
	const changed = await changedProgram(copy => {
		const providers = join(copy, 'source/llm/providers');
		const spec = readFileSync(join(import.meta.dirname, '../emulators/acme/spec.ts'), 'utf8');
		mkdirSync(join(providers, 'acme'));
		writeFileSync(join(providers, 'acme/spec.ts'), spec.replaceAll('../../../source/llm/providers/', '../'));
		const registry = readFileSync(join(providers, 'registry.ts'), 'utf8');
		const row = registry.replace(', anthropic]', ', anthropic, acme]');
		expect(row).not.toBe(registry);
		writeFileSync(join(providers, 'registry.ts'), `import {spec as acme} from './acme/spec.ts';\n${row}`);
	});
	executable = join(changed, 'dist/cli.js');
});

async function acmeModel(options: VendorOptions<string> = {}) {
	const server = await startAcme({answer: obedient, ...options});
	onTestFinished(server.close);
	return {...server, env: {ACME_API_KEY: server.key}, origins: {'https://api.acme.example': server.url}};
}

const run = (tree: WorkTree, args: readonly string[], env: Record<string, string | undefined> = {}) =>
	runChild(process.execPath, [executable, ...args], {cwd: tree.root, env: {...tree.env, ...env}});

test.each(['acme-api-standard', 'api-c-standard'])('apply asks it, with the preset %s', async preset => {
	const tree = workTree();
	const service = await acmeModel();
	const args = ['apply', '--from', remarks(tree, 2), '--llm-preset', preset, '--json'];
	const {code, json} = await run(tree, args, ledTo(service));
	expect([code, json]).toMatchObject([
		0,
		{
			summary: {applied: 2},
			llm: {provider: 'api-c', model: 'acme-1', requests: 2, costUsd: expect.closeTo(0.004, 2)},
		},
	]);
	expect((json as {llm: {costUsd: number}}).llm.costUsd).toBeGreaterThan(0);
	expect(service.asks().map(({headers}) => headers['x-acme-signature'])).toEqual(
		Array(2).fill(expect.stringMatching(/^[\da-f]{64}$/)),
	);
});

test('doctor checks it and reports a wrong key', async () => {
	const tree = workTree();
	const host = await hostOf([]);
	const checksOf = async (service: Led) => {
		const args = ['doctor', '--llm-provider', 'acme', '--json'];
		const {json} = await run(tree, args, {...host.env, ...ledTo(service)});
		const {checks} = json as {checks: {name: string; status: string; remedy: string}[]};
		return checks.filter(({name}) => name.startsWith('api-c'));
	};
	const service = await acmeModel();
	const names = ['api-c', 'api-c server', 'api-c key', 'api-c model'];
	expect(await checksOf(service)).toMatchObject(names.map(name => ({name, status: 'ok'})));
	expect((await checksOf({...service, env: {ACME_API_KEY: `${goodAcmeKey}-wrong`}})).at(-1)).toMatchObject({
		status: 'failed',
		remedy: expect.stringContaining('https://acme.example/keys'),
	});
});

test('setup lists it with its prices, and checks it', async () => {
	const tree = workTree();
	const host = await hostOf([]);
	const {stdout} = await run(tree, ['setup', '--no-input'], host.env);
	expect(stdout).toMatch(/^acme +api-c +Acme API +low +fast +easy +pay per use +acme-1$/m);
	expect(stdout).toMatch(/^acme +standard \(default\) +acme-1 +0\.0027 /m);
	const env = {...host.env, ...ledTo(await acmeModel())};
	const {json} = await run(tree, ['setup', 'acme', '--no-input', '--json'], env);
	const steps = ['key', 'server', 'model'].map(id => expect.objectContaining({id, status: 'ok'}));
	expect(json).toMatchObject({
		provider: 'api-c',
		steps: expect.arrayContaining(steps),
		command: 'pr-resolve apply --llm-preset acme-api-standard',
	});
});

test('bench measures it', async () => {
	const folder = plainFolder();
	const args = [
		'bench',
		'--providers',
		'acme',
		'--iterations',
		'3',
		'--warmup',
		'1',
		'--output',
		'report.md',
		'--json',
	];
	const {code, json} = await run(folder, args, ledTo(await acmeModel({answer: perfect})));
	expect([code, json]).toMatchObject([0, {providers: [{name: 'acme acme-1', figures: {success: {hits: 3}}}]}]);
});

test('help, config and messages include it', async () => {
	const tree = workTree();
	const shown = async (...args: string[]) => (await run(tree, args)).stdout;
	expect(await shown('help', 'bench')).toMatch(/anthropic\s+and\s+acme/);
	expect(await shown('config')).toMatch(/^llm\.providers\.api-c\.base_url /m);
	const foreign = {...ledTo(await acmeModel()), OPENAI_API_KEY: goodAcmeKey};
	const {stderr} = await run(tree, ['apply', '--from', remarks(tree, 1), '--llm-preset', 'openai-api-mini'], foreign);
	expect(stderr).toContain('it is a key for Acme (the provider acme), not for OpenAI.');
});
