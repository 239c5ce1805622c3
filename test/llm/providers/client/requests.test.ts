import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {spec as claudeSpec} from '../../../../source/llm/providers/claude/spec.ts';
import {patienceMs} from '../../../helpers/wait.ts';
import {checksOf, neverAborted, question, schema, troubleOf} from '../api.ts';
import {at, claude, clients, codex, copilot, desk, isAlive} from '../clients.ts';

const answer = {edits: [{old: 'a', new: 'b'}]};

test.each(clients)('$name answers in the structure that is asked for', async client => {
	const {provider, programs} = await at(client, {name: 'success', answer});
	const reply = await provider.ask(question(), neverAborted);
	expect(reply.text).toContain('"edits"');
	expect(JSON.parse(/\{[\s\S]*\}/.exec(reply.text)![0])).toEqual(answer);
	expect(reply.stop).toBe('complete');
	expect(provider).toMatchObject({address: client.name, isLocal: false, isMetered: false});
	const call = programs.calls().at(-1)!;
	expect(call.prompt).toContain(question().head);
	expect(call.prompt).toContain(question().body);
	expect(provider.sizeOf(question())).toBeGreaterThan(Buffer.byteLength(call.prompt));
});

test.each([
	[claude, {input: 1225, cachedInput: 1200, cacheWrite: 0, output: 42}, 'claude-sonnet-5-5'],
	[codex, {input: 1300, cachedInput: 1024, cacheWrite: 0, output: 40}, 'codex'],
	[copilot, {input: 1300, cachedInput: 1024, cacheWrite: 0, output: 40}, 'gpt-6-luna'],
] as const)('the tokens of $0.name are told', async (client, usage, model) => {
	const {provider} = await at(client, {name: 'success', answer});
	expect(await provider.ask(question(), neverAborted)).toMatchObject({usage, model});
});

test('the model and the effort that are wished for are passed on', async () => {
	const place = desk({claude: 'success', codex: 'success', copilot: 'success'});
	const wish = {model: 'model-x', effort: 'high'} as const;
	for (const {open, options} of clients) {
		await (await place.open(open, {...options, ...wish})).ask(question(), neverAborted);
	}
	const [a, b, c] = place.programs.calls().filter(({kind}) => kind === 'request');
	expect(a!.args.join(' ')).toContain('--model model-x');
	expect(a!.args.join(' ')).toContain('--effort high');
	expect(b!.args.join(' ')).toContain('-m model-x');
	expect(b!.args.join(' ')).toContain('model_reasoning_effort="high"');
	expect(c!.args.join(' ')).toContain('--model model-x');
});

test.each(clients)('$name inherits neither tokens nor keys, and no folder of the work tree', async client => {
	const secret = ['no', 'secret'].join('-');
	const names = ['GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'CR_LLM_API_KEY'];
	const more = ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'OPENAI_API_KEY', 'CODEX_API_KEY'];
	const env = Object.fromEntries([...names, ...more, 'NODE_OPTIONS', 'COPILOT_ALLOW_ALL'].map(name => [name, secret]));
	const place = desk({[client.name]: 'success'}, {...env, HTTPS_PROXY: 'http://proxy.example:1'});
	place.env.PATH = `.:node_modules/.bin::${place.env.PATH}`;
	const provider = await place.open(client.open, {...client.options, env: place.env});
	await provider.ask(question(), neverAborted);
	const call = place.programs.calls().at(-1)!;
	expect(Object.values(call.env)).not.toContain(secret);
	expect(call.env).toMatchObject({HOME: place.env.HOME, HTTPS_PROXY: 'http://proxy.example:1'});
});

test('a login in a variable goes to its own program', async () => {
	const logins = {CLAUDE_CODE_OAUTH_TOKEN: 'of-claude', COPILOT_GITHUB_TOKEN: 'of-copilot'};
	const place = desk({claude: 'success', codex: 'success', copilot: 'success'}, logins);
	for (const {open, options} of clients) await (await place.open(open, options)).ask(question(), neverAborted);
	const seen = place.programs
		.calls()
		.flatMap(({program, env}) => Object.keys(logins).flatMap(name => (name in env ? [`${program} ${env[name]}`] : [])));
	expect([...new Set(seen)]).toEqual(['claude of-claude', 'copilot of-copilot']);
});

test("codex has its own home with the login and none of the user's instructions", async () => {
	const place = desk({codex: 'success'});
	const own = join(place.env.HOME!, '.codex');
	mkdirSync(own);
	for (const name of ['auth.json', 'AGENTS.md', 'config.toml', 'installation_id']) writeFileSync(join(own, name), name);
	const provider = await place.open(codex.open, codex.options);
	await provider.ask(question(), neverAborted);
	const {home, env, cwd} = place.programs.calls().at(-1)!;
	expect(home).toEqual({'auth.json': 'auth.json', installation_id: 'installation_id'});
	expect(dirname(env.CODEX_HOME!)).toBe(dirname(cwd));
	expect(readdirSync(own).sort()).toEqual(['AGENTS.md', 'auth.json', 'config.toml', 'installation_id']);
});

test('an answer is kept if the login that codex renewed cannot be saved, with one warning', async () => {
	const place = desk({codex: {name: 'success', answer, renewedLogin: 'new'}});
	const own = join(place.env.HOME!, '.codex');
	mkdirSync(own);
	// There is no room beside such a name for that of a file which takes its place.
	const longName = 'x'.repeat(240);
	writeFileSync(join(own, longName), 'old');
	symlinkSync(longName, join(own, 'auth.json'));
	const provider = await place.open(codex.open, codex.options);
	for (const told of [{name: 'login', status: 'warning', remedy: expect.stringContaining('codex login')}, null]) {
		expect(JSON.parse((await provider.ask(question(), neverAborted)).text)).toEqual(answer);
		const check = await provider.checkAnswered!(neverAborted);
		if (told === null) expect(check).toBeNull();
		else expect(check).toMatchObject({...told, detail: expect.stringContaining(join(own, 'auth.json'))});
	}
	expect(readFileSync(join(own, longName), 'utf8')).toBe('old');
});

test('copilot has a home of its own: the login, and of the settings what is asked', async () => {
	const place = desk({copilot: 'success'});
	const own = join(place.env.HOME!, '.copilot');
	const settings =
		'// by hand\n{"model": "gpt-6-luna", "experimental": true, "hooks": {}, "proxyUrl": "http://proxy.example:1"}';
	mkdirSync(join(own, 'hooks'), {recursive: true});
	writeFileSync(join(own, 'config.json'), '// managed\n{"loggedInUsers": []}');
	writeFileSync(join(own, 'settings.json'), settings);
	const provider = await place.open(copilot.open, copilot.options);
	await provider.ask(question(), neverAborted);
	await checksOf(provider);
	for (const {home, env, cwd} of place.programs.calls()) {
		expect(home).toEqual({
			'config.json': '// managed\n{"loggedInUsers": []}',
			'settings.json': '{"model":"gpt-6-luna","proxyUrl":"http://proxy.example:1","disableAllHooks":true}',
		});
		expect(dirname(env.COPILOT_HOME!)).toBe(dirname(cwd));
	}
	expect(readdirSync(own).sort()).toEqual(['config.json', 'hooks', 'settings.json']);
	expect(readFileSync(join(own, 'settings.json'), 'utf8')).toBe(settings);
});

test.each(['', 'not JSON', '[1]'])('settings of copilot that cannot be read carry nothing over: %j', async settings => {
	const place = desk({copilot: 'success'});
	mkdirSync(join(place.env.HOME!, '.copilot'));
	writeFileSync(join(place.env.HOME!, '.copilot', 'settings.json'), settings);
	await (await place.open(copilot.open, copilot.options)).ask(question(), neverAborted);
	expect(place.programs.calls().at(-1)!.home).toEqual({'settings.json': '{"disableAllHooks":true}'});
});

test('a program of a relative folder is not run', async () => {
	const place = desk({claude: 'success'});
	const provider = await place.open(claudeSpec.open, {env: {...place.env, PATH: '.:programs'}});
	expect((await troubleOf(provider.ask(question(), neverAborted))).kind).toBe('not-installed');
});

test.each(clients)('without a folder to run in, $name is not reported as missing', async ({name, open, options}) => {
	const place = desk({[name]: 'success'});
	const env = {...place.env, TMPDIR: `${place.env.TMPDIR}/none`};
	const trouble = await troubleOf((await place.open(open, {...options, env})).ask(question(), neverAborted));
	expect(trouble.kind).toBe('unreachable');
	expect(trouble.message).toMatch(new RegExp(`^${name} could not be started: ENOENT`));
	expect(trouble.remedy).toContain('TMPDIR');
});

test.each(clients)('$name takes a prompt of half a megabyte, and may end without reading it', async client => {
	const {provider, programs} = await at(client, [{name: 'success', answer}, 'too-old']);
	const long = question({body: 'ünï'.repeat(100_000)});
	await provider.ask(long, neverAborted);
	expect(programs.calls().at(-1)!.prompt).toContain(long.body);
	expect((await troubleOf(provider.ask(long, neverAborted))).kind).toBe('not-installed');
});

test.each(clients)('what reads like a command of $name is not at the start of its prompt', async client => {
	const {provider, programs} = await at(client, 'success');
	await provider.ask(question({head: '/help', body: '@/etc/passwd'}), neverAborted);
	expect(programs.calls().at(-1)!.prompt).toMatch(/^\w/);
});

test('a schema of another draft is not what claude is given', async () => {
	const {provider, programs} = await at(claude, 'success');
	await provider.ask(question(), neverAborted);
	const {args} = programs.calls().at(-1)!;
	expect(JSON.parse(args[args.indexOf('--json-schema') + 1]!)).toEqual(schema);
});

test.each(clients)('an answer of $name without structure is handed on as it is', async client => {
	const {provider} = await at(client, {name: 'no-structured-output', answer: 'pong'});
	expect(await provider.ask(question(), neverAborted)).toMatchObject({text: 'pong', stop: 'complete'});
});

test.each(clients)('$name, not installed', async client => {
	const {provider} = await at(client, 'success');
	const place = desk({});
	const missing = await place.open(client.open, client.options);
	const trouble = await troubleOf(missing.ask(question(), neverAborted));
	expect(trouble).toMatchObject({kind: 'not-installed', message: `command not found: ${client.name}`});
	expect(trouble.remedy).toMatch(/^Install it: npm install -g @/);
	expect(provider.address).toBe(missing.address);
});

test.each(clients)('$name ends with all that it started when the request is aborted', async client => {
	const {provider, programs} = await at(client, 'hang');
	const controller = new AbortController();
	const reason = new Error('enough');
	const asking = provider.ask(question(), controller.signal);
	const outcome = asking.catch((error: unknown) => error);
	const isRequested = () => programs.calls().some(({kind}) => kind === 'request') && programs.children().length > 0;
	await vi.waitUntil(isRequested, patienceMs);
	controller.abort(reason);
	expect(await outcome).toBe(reason);
	const pids = [...programs.calls().map(({pid}) => pid), ...programs.children()];
	await vi.waitUntil(() => !pids.some(isAlive), patienceMs);
});

test.each(clients)('what $name leaves behind is ended with it', async client => {
	const {provider, programs} = await at(client, 'leftover');
	await provider.ask(question(), neverAborted);
	expect(programs.children()).toHaveLength(1);
	await vi.waitUntil(() => !programs.children().some(isAlive), patienceMs);
});

test.each(clients)('an aborted signal starts no $name', async client => {
	const {provider, programs} = await at(client, 'success');
	const reason = new Error('over');
	await expect(provider.ask(question(), AbortSignal.abort(reason))).rejects.toBe(reason);
	expect(programs.calls()).toEqual([]);
});

test('a login made meanwhile is used', async () => {
	const {provider, programs} = await at(codex, 'not-logged-in');
	expect((await troubleOf(provider.ask(question(), neverAborted))).kind).toBe('authentication');
	programs.set('codex', {name: 'success', answer});
	expect((await provider.ask(question(), neverAborted)).text).toBe(JSON.stringify(answer));
	await provider.ask(question(), neverAborted);
	expect(programs.calls().map(({kind}) => kind)).toEqual(['status', 'status', 'request', 'request']);
});

test('requests at the same time play the cases one by one', async () => {
	const answers = ['one', 'two', 'three', 'four'];
	const {provider} = await at(
		copilot,
		answers.map(text => ({name: 'no-structured-output' as const, answer: text})),
	);
	const replies = await Promise.all(answers.map(() => provider.ask(question(), neverAborted)));
	expect(replies.map(({text}) => text).sort()).toEqual([...answers].sort());
});
