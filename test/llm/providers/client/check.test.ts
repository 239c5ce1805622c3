import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {spec as claudeSpec} from '../../../../source/llm/providers/claude/spec.ts';
import {spec as codexSpec} from '../../../../source/llm/providers/codex/spec.ts';
import type {CaseName} from '../../../emulators/programs/case.ts';
import {briefly, checksOf, neverAborted, question} from '../api.ts';
import {desk} from '../clients.ts';

const clients = [
	{name: 'claude', open: claudeSpec.open, client: 'auto'},
	{name: 'codex', open: codexSpec.open, client: 'codex'},
	{name: 'copilot', open: codexSpec.open, client: 'copilot'},
] as const;

test('claude reports its subscription when logged in', async () => {
	const place = desk({claude: 'success'});
	const checks = await checksOf(await place.open(claudeSpec.open));
	expect(briefly(checks)).toBe('program ok, login ok, subscription ok');
	expect(checks.map(({detail}) => detail)).toEqual(['claude 2.1.330', 'claude.ai', 'max']);
});

test('claude that is logged in by a variable', async () => {
	const place = desk({claude: 'success'}, {CLAUDE_CODE_OAUTH_TOKEN: 'made-up'});
	const checks = await checksOf(await place.open(claudeSpec.open));
	expect(checks.map(({status, detail}) => `${status} ${detail}`)).toEqual(['ok claude 2.1.330', 'ok oauth_token']);
});

test.each([
	[['AGENTS.md'], 'warning'],
	[['AGENTS.md', 'auth.json'], undefined],
	[[], undefined],
])('what codex adds of its own home is told where it cannot be kept from it: %j', async (files, status) => {
	const place = desk({codex: 'success'}, {});
	const own = join(place.env.HOME!, 'codex');
	mkdirSync(own);
	for (const name of files) writeFileSync(join(own, name), '');
	const env = {...place.env, CODEX_HOME: own};
	const checks = await checksOf(await place.open(codexSpec.open, {client: 'codex', env}));
	const told = checks.find(({name}) => name === 'instructions');
	expect(told?.status).toBe(status);
	if (status) expect(told).toMatchObject({detail: expect.stringContaining(join(own, 'AGENTS.md'))});
});

test.each([
	['codex', 'codex 0.169.0', 'Logged in using ChatGPT'],
	['copilot', 'copilot 1.0.102', expect.stringContaining('a login is stored')],
] as const)('%s that is logged in', async (client, version, login) => {
	const place = desk({[client]: 'success'});
	const checks = await checksOf(await place.open(codexSpec.open, {client}));
	expect(briefly(checks)).toBe('program ok, login ok');
	expect(checks.map(({detail}) => detail)).toEqual([version, login]);
});

test.each(clients)('$name is checked without a request', async ({name, open, client}) => {
	const place = desk({[name]: 'success'});
	await checksOf(await place.open(open, {client}));
	const kinds = name === 'copilot' ? ['version', 'probe'] : ['version', 'probe', 'status'];
	expect(place.programs.calls().map(({kind}) => kind)).toEqual(kinds);
});

test.each([
	[
		'claude',
		'2.1.197',
		/^Install claude 2\.1\.\d+ or newer, which needs Node\.js 22 or newer: npm install .*code@latest$/,
	],
	[
		'codex',
		'0.98.0',
		/^Install codex 0\.169\.0 or newer, which needs Node\.js 16 or newer: npm install .*codex@latest$/,
	],
	['copilot', '0.0.354', /^Install copilot 1\.0\.102 or newer: npm install .*copilot@latest$/],
] as const)('%s that does not know an argument of a question is no usable one', async (name, version, remedy) => {
	const {open, client} = clients.find(candidate => candidate.name === name)!;
	const place = desk({[name]: 'too-old'});
	const checks = await checksOf(await place.open(open, {client}));
	expect(briefly(checks)).toBe('program failed');
	expect(checks[0]).toMatchObject({trouble: 'not-installed', remedy: expect.stringMatching(remedy)});
	expect(checks[0]!.detail).toMatch(new RegExp(`^${name} ${version} is an unsupported version: un(?:known|expected) `));
});

test.each(clients)(
	'$name that is older than what was tried is used if it knows the arguments',
	async ({name, open, client}) => {
		const place = desk({[name]: 'older'});
		const provider = await place.open(open, {client});
		const [program, login] = await checksOf(provider);
		expect([program!.status, login!.status]).toEqual(['ok', 'ok']);
		expect(program!.detail).toMatch(new RegExp(`^${name} \\S+ \\(older than \\S+, the oldest that was tried\\)$`));
		expect((await provider.ask(question(), neverAborted)).stop).toBe('complete');
	},
);

test.each(clients)(
	'$name is checked with the arguments of a question, away from the network',
	async ({name, open, client}) => {
		const place = desk({[name]: 'success'}, {HTTPS_PROXY: 'http://proxy.example:1'});
		const provider = await place.open(open, {client});
		await checksOf(provider);
		await provider.ask(
			question({schema: {type: 'object', properties: {}, required: [], additionalProperties: false}}),
			neverAborted,
		);
		const [probe, request] = ['probe', 'request'].map(kind => place.programs.calls().find(call => call.kind === kind)!);
		const flagsOf = ({args}: {args: string[]}) => args.filter(arg => !arg.startsWith('/'));
		expect(flagsOf(probe!)).toEqual(flagsOf(request!));
		expect(probe!.env).toMatchObject({
			HTTPS_PROXY: 'http://127.0.0.1:9',
			https_proxy: 'http://127.0.0.1:9',
			NO_PROXY: '',
		});
	},
);

test.each([
	['claude', 'claude auth login'],
	['codex', 'codex login'],
	['copilot', 'copilot login'],
] as const)('%s that is not logged in', async (name, login) => {
	const {open, client} = clients.find(candidate => candidate.name === name)!;
	const place = desk({[name]: 'not-logged-in'});
	const checks = await checksOf(await place.open(open, {client}));
	expect(briefly(checks)).toBe('program ok, login failed');
	expect(checks[1]).toMatchObject({trouble: 'authentication', remedy: `Log in: ${login}`});
	expect(checks[1]!.detail).toMatch(/^Not authenticated: /);
});

test.each(clients.slice(0, 2))('$name with a key is no subscription, and the key is not shown', async client => {
	const place = desk({[client.name]: 'api-key-login'});
	const checks = await checksOf(await place.open(client.open, client));
	expect(briefly(checks)).toBe('program ok, subscription failed');
	expect(checks[1]).toMatchObject({
		trouble: 'subscription',
		remedy: expect.stringMatching(/use the provider (?:openai|anthropic)\.$/),
	});
	expect(checks[1]!.detail).not.toContain('67890');
});

test.each(clients)('$name that is not installed', async ({name, open, client}) => {
	const place = desk({});
	const checks = await checksOf(await place.open(open, {client: client === 'auto' ? 'codex' : client}));
	expect(checks).toHaveLength(1);
	expect(checks[0]).toMatchObject({
		name: 'program',
		status: 'failed',
		detail: `command not found: ${name}`,
		trouble: 'not-installed',
	});
});

test('a different program of that name is reported as such', async () => {
	const place = desk({codex: 'success'});
	const {chmodSync, writeFileSync} = await import('node:fs');
	const file = `${place.programs.path}/codex`;
	writeFileSync(file, `#!${process.execPath}\nconsole.log('Codex, the manuscript viewer');\n`);
	chmodSync(file, 0o755);
	const checks = await checksOf(await place.open(codexSpec.open, {client: 'codex'}));
	expect(checks[0]).toMatchObject({status: 'failed', trouble: 'not-installed'});
	expect(checks[0]!.detail).toMatch(/is an unsupported version or another program: Codex, the manuscript viewer/);
});

test('a missing interpreter is reported', async () => {
	const place = desk({codex: 'success'});
	const {chmodSync, writeFileSync} = await import('node:fs');
	const file = `${place.programs.path}/codex`;
	writeFileSync(file, '#!/nonexistent/interpreter\n');
	chmodSync(file, 0o755);
	const checks = await checksOf(await place.open(codexSpec.open, {client: 'codex'}));
	expect(checks[0]).toMatchObject({status: 'failed', trouble: 'not-installed'});
	expect(checks[0]!.detail).toMatch(/^codex could not be started: /);
});

test('an abort ends a check with its reason', async () => {
	const place = desk({claude: 'success'});
	const reason = new Error('over');
	const checking = (await place.open(claudeSpec.open)).check(AbortSignal.abort(reason));
	await expect(checking.next()).rejects.toBe(reason);
});

type State = CaseName | null;
const states: [codex: State, copilot: State, chosen: string][] = [
	['success', 'success', 'codex'],
	['success', null, 'codex'],
	[null, 'success', 'copilot'],
	['not-logged-in', 'success', 'copilot'],
	['api-key-login', 'success', 'copilot'],
	['success', 'not-logged-in', 'codex'],
	['not-logged-in', 'not-logged-in', 'codex'],
	['not-logged-in', null, 'codex'],
	[null, 'not-logged-in', 'copilot'],
	[null, null, 'codex'],
];

test.each(states)('of codex (%s) and copilot (%s), auto takes %s', async (codex, copilot, chosen) => {
	const place = desk({...(codex && {codex}), ...(copilot && {copilot})});
	const provider = await place.open(codexSpec.open);
	// Which of two is logged in is not known before they are asked.
	expect(provider.address).toBe(codex && copilot ? 'codex or copilot' : chosen);
	expect(place.programs.calls()).toEqual([]);
	if ([codex, copilot].includes('success')) {
		await provider.ask(question(), neverAborted);
		const asked = place.programs.calls().filter(({kind}) => kind === 'request');
		expect(asked.map(({program}) => program)).toEqual([chosen]);
	}
});

test('where neither client is installed, both are named', async () => {
	const [check] = await checksOf(await desk({}).open(codexSpec.open));
	expect(check).toMatchObject({
		detail: 'command not found: codex, copilot',
		remedy: 'Install it: npm install -g @openai/codex or npm install -g @github/copilot',
	});
});

test('an abort ends the choice between two clients that do not answer', async () => {
	const place = desk({codex: 'hang', copilot: 'hang'});
	const provider = await place.open(codexSpec.open);
	const stop = new AbortController();
	const checking = provider.check(stop.signal).next();
	stop.abort('called off');
	await expect(checking).rejects.toBe('called off');
});
