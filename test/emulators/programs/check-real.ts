// Compares the clients that are really installed with what the tests say of them through stand-ins.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {claudeProgram} from '../../../source/llm/providers/claude/program.ts';
import {openClientService} from '../../../source/llm/providers/client/open.ts';
import type {ClientProgram} from '../../../source/llm/providers/client/program.ts';
import {codexProgram} from '../../../source/llm/providers/codex/program.ts';
import {copilotProgram} from '../../../source/llm/providers/copilot/program.ts';
import type {ModelService, ProviderCheck, ProviderOptions} from '../../../source/llm/providers/provider.ts';
import {ModelTrouble} from '../../../source/llm/providers/trouble.ts';
import {startAnthropic} from '../anthropic/server.ts';
import type {FaultName} from '../vendor/faults.ts';
import type {Emulator} from '../vendor/server.ts';
import {type CheckWorld, runChecks} from './checks.ts';
import {startResponsesStream} from './responses-stream.ts';

const model = 'gpt-6-luna';
const limitMs = 90_000;

/** Variables and arguments to run a client against an address on this machine, without a login. */
type ClientTrial = {env: Readonly<Record<string, string>>; args: readonly string[]};

type Real = {
	program: ClientProgram;
	model: string;
	/** The tools that its request may list: those that it refuses, or that are a form of the answer. */
	tools: RegExp;
	serve: () => Promise<Emulator>;
	trial: (server: Emulator) => ClientTrial;
};

const clients: readonly Real[] = [
	{
		program: claudeProgram,
		model: 'sonnet',
		tools: /^StructuredOutput$/,
		serve: () => startAnthropic(),
		trial: ({url, key}) => ({env: {ANTHROPIC_BASE_URL: url, CLAUDE_CODE_OAUTH_TOKEN: key}, args: []}),
	},
	{
		program: codexProgram,
		model,
		tools: /^exec wait$/,
		serve: () => startResponsesStream(model),
		trial: ({url, key}) => ({
			env: {TRIAL_KEY: key},
			args: [
				'model_provider="trial"',
				...Object.entries({
					name: '"trial"',
					base_url: `"${url}/v1"`,
					wire_api: '"responses"',
					env_key: '"TRIAL_KEY"',
				}).map(([name, value]) => `model_providers.trial.${name}=${value}`),
				'model_providers.trial.request_max_retries=0',
				'model_providers.trial.stream_max_retries=0',
			].flatMap(setting => ['-c', setting]),
		}),
	},
	{
		program: copilotProgram,
		model,
		tools: /^none$/,
		serve: () => startResponsesStream(model),
		trial: ({url, key}) => ({
			env: {
				COPILOT_OFFLINE: 'true',
				COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
				COPILOT_PROVIDER_API_KEY: key,
				COPILOT_PROVIDER_WIRE_API: 'responses',
				COPILOT_MODEL: model,
			},
			args: [],
		}),
	},
];

/** A fault of the service, and what it may be called. */
const cases: readonly [fault: FaultName | 'down', kinds: RegExp][] = [
	['auth', /^authentication$/],
	['rate-limit', /^rate-limit$/],
	// Of one vendor it looks like a rate limit.
	['quota', /^(?:quota|rate-limit)$/],
	['server-error', /^(?:server-error|overloaded)$/],
	['unavailable', /^overloaded$/],
	['cut-in-body', /^cut-off$/],
	['down', /^unreachable$/],
];

const asked = 'Rename a to b.';
const secret = 'what-stands-in-a-file';
const schema = {
	type: 'object',
	properties: {edits: {type: 'array', items: {type: 'string'}}},
	required: ['edits'],
	additionalProperties: false,
};

const intent = `Asks ${clients.map(({program}) => program.name).join(', ')}, as far as they are installed, in an empty home and with an emulator of their service
on this machine: no login of yours is used, nothing is sent elsewhere, nothing is paid. It takes some minutes for each;
Ctrl-C ends it, with all that it started. Exit: 0 as expected, 1 not.
`;

async function outcomeOf(provider: ModelService, body: string, stop: AbortSignal): Promise<string> {
	const request = {head: 'Propose edits.', body, schema, schemaName: 'edits', maximumOutputTokens: 4096, key: 'k'};
	const limit = AbortSignal.timeout(limitMs);
	try {
		const {text, usage} = await provider.ask(request, AbortSignal.any([limit, stop]));
		return `reply ${text} ${JSON.stringify(usage)}`;
	} catch (error) {
		stop.throwIfAborted();
		if (limit.aborted) return 'time limit';
		return error instanceof ModelTrouble ? error.kind : String(error);
	}
}

async function check(client: Real, {folder, stop, tell}: CheckWorld): Promise<void> {
	const {program} = client;
	const home = join(folder, program.name);
	mkdirSync(home);
	const env = {PATH: process.env.PATH, LANG: process.env.LANG, HOME: home, TMPDIR: folder};
	const options: ProviderOptions = {
		...{model: client.model, effort: null, baseUrl: null, apiKey: null, client: 'auto', allowRemoteLocal: false},
		...{env, fetch: globalThis.fetch},
	};
	const [first, ...more] = await checksOf(program, options, stop);
	tell(program.name, 'version', first!.detail, /\d+\.\d+\.\d+$/);
	tell(program.name, 'no login', statesOf([first!, ...more]), /^program ok, login failed$/);
	const strange = await checksOf(withUnknownFlag(program), options, stop);
	tell(program.name, 'unknown flag', `${statesOf(strange)}: ${strange[0]!.detail}`, /^program failed: .*no-such-flag/);

	const server = await client.serve();
	const asking = openClientService(inTrial(program, client.trial(server)), options);
	const file = join(folder, 'file.txt');
	writeFileSync(file, secret);
	try {
		tell(program.name, 'success', await outcomeOf(asking, `${asked} See @${file}`, stop), /^reply [\s\S]*"edits"/);
		const sent = server.asks().map(({body}) => body ?? {});
		tell(program.name, 'named file', JSON.stringify(sent).includes(secret) ? 'sent' : 'not sent', /^not sent$/);
		tell(program.name, 'tools', toolsOf(sent).join(' ') || 'none', client.tools);
		tell(program.name, 'left behind', filesWith(folder, asked).join(' ') || 'nothing', /^nothing$/);
		for (const [fault, kinds] of cases) {
			if (fault === 'down') await server.close();
			else server.setFault(fault);
			tell(program.name, fault, await outcomeOf(asking, asked, stop), kinds);
		}
	} finally {
		await server.close().catch(() => {});
	}
}

async function checksOf(program: ClientProgram, options: ProviderOptions, stop: AbortSignal): Promise<ProviderCheck[]> {
	const limit = AbortSignal.any([AbortSignal.timeout(limitMs), stop]);
	const checks: ProviderCheck[] = [];
	for await (const check of openClientService(program, options).check(limit)) checks.push(check);
	return checks;
}

const statesOf = (checks: readonly ProviderCheck[]) => checks.map(({name, status}) => `${name} ${status}`).join(', ');

const inTrial = (program: ClientProgram, {env, args}: ClientTrial): ClientProgram => ({
	...program,
	env: {...program.env, ...env},
	ask: (...request) => {
		const command = program.ask(...request);
		return {...command, args: [...command.args, ...args]};
	},
	// Its login is not looked for.
	status: {...program.status, isSlow: true},
});

/** As a program of another version is: it does not know one of the arguments. */
const withUnknownFlag = (program: ClientProgram): ClientProgram => ({
	...program,
	ask: (...request) => {
		const command = program.ask(...request);
		const [subcommand, ...flags] = command.args;
		return {...command, args: [subcommand!, '--no-such-flag', ...flags]};
	},
});

/** The names of all tools that requests list, in the body or, as a namespace, in its first item. */
function toolsOf(sent: readonly Record<string, unknown>[]): string[] {
	const items = sent.flatMap(({input}) => (Array.isArray(input) ? (input as Record<string, unknown>[]) : []));
	return [...new Set([...sent, ...items].flatMap(({tools}) => namesOf(tools)))];
}

const namesOf = (tools: unknown): string[] =>
	Array.isArray(tools)
		? tools.flatMap((tool: {name?: string; type?: string; tools?: unknown}) =>
				tool.tools === undefined ? [tool.name ?? tool.type ?? '?'] : namesOf(tool.tools),
			)
		: [];

/** The files below a folder that hold a text, in whatever form they hold the rest. */
const filesWith = (folder: string, text: string): string[] =>
	readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(({parentPath, name}) => join(parentPath, name))
		.filter(file => readFileSync(file).includes(text));

await runChecks(
	intent,
	clients.map(client => ({program: client.program, check: world => check(client, world)})),
);
