// Lets the coding agents that are really installed work through the demo with `pr-resolve mcp`, as --print-config adds it.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import process from 'node:process';
import {runChild} from '../../../bench/child.ts';
import {openHost} from '../../../demo/host.ts';
import {setStage} from '../../../demo/stage.ts';
import {instructions} from '../../../source/agents/instructions.ts';
import type {Emulator} from '../vendor/server.ts';
import {type Agent, claudeAgent, codexAgent} from './agents.ts';
import {type CheckWorld, runChecks} from './checks.ts';

const root = join(import.meta.dirname, '../../..');
const limitMs = 120_000;

/** What the model calls one after the other, each from the result before, and what comes of it. */
const script: readonly [tool: string, input: (result: string) => Record<string, unknown>, result: RegExp][] = [
	['list_findings', () => ({}), /43 findings: 21 planned/],
	['apply', result => ({ids: idsOf(result, 'planned').slice(0, 2)}), /f\w+ applied\W+\w*f\w+ applied/],
	['mark', () => ({id: 'f010af', as: 'deferred', reason: 'who pays shipping is for you'}), /marked deferred/],
	['preview', () => ({}), /2 changes in 2 files[\s\S]*hash: \w+/],
	['publish', result => ({hash: /hash: (\w+)/.exec(result)?.[1] ?? ''}), /./],
];

/** A result may be a text within JSON. */
const idsOf = (text: string, outcome: string) =>
	[...text.matchAll(new RegExp(`(f[0-9a-f]{5,}) [^\\n\\\\]* ${outcome}`, 'g'))].map(([, id]) => id);

const intent = `Lets claude and codex, as far as they are installed, work through the demo with pr-resolve mcp (the built program), in an
empty home and with emulators of their service and of GitHub on this machine: no login of yours is used, nothing is sent
elsewhere, nothing is paid. Ctrl-C ends it, with all that it started. Exit: 0 as expected, 1 not.
`;

async function check(agent: Agent, world: CheckWorld): Promise<void> {
	const {tell} = world;
	const {name} = agent.program;
	const {results, sent, changed, bodies} = await work(agent, {name: 'allowed', isAllowed: true}, world);
	const version = /"(?:io\.modelcontextprotocol\/)?protocolVersion":"([^"]+)"/.exec(sent)?.[1] ?? 'none';
	tell(name, 'protocol', version, agent.revision);
	tell(name, 'definitions', whenDefined(bodies), agent.definitions);
	tell(
		name,
		'instructions',
		bodies.some(body => body.includes(JSON.stringify(instructions).slice(1, -1))) ? 'sent' : 'not sent',
		agent.instructions,
	);
	for (const [index, [tool, , expected]] of script.entries()) {
		tell(name, tool, results[index] ?? 'no result', tool === 'publish' ? agent.refusal : expected);
	}
	tell(name, 'changed files', changed, /^README\.md scripts\/import_prices\.py$/);
	const unasked = await work(agent, {name: 'unasked', isAllowed: false}, world);
	tell(name, 'unasked', unasked.changed || 'nothing changed', agent.unasked);
	const slow = await work(agent, {name: 'slow', isAllowed: true}, world);
	tell(name, 'time limit', slow.results[0] ?? 'no result', /timed out/);
}

/** The first request that has what a tool takes. */
function whenDefined(bodies: readonly string[]): string {
	const first = bodies.findIndex(body => /"dry_run\W/.test(body));
	return first < 0 ? 'never' : `in request ${first + 1}`;
}

type Work = {
	/** Of the tools of the script. */
	results: readonly string[];
	/** What the client sent to the server. */
	sent: string;
	/** Files that differ in the clone, sorted. */
	changed: string;
	/** What the model's service was sent. */
	bodies: readonly string[];
};

/** `isAllowed`: whether the client was told that it may run the tools, but for `publish`. Slow: a call takes longer than it may. */
type How = {name: 'allowed' | 'unasked' | 'slow'; isAllowed: boolean};

/** What stands between the client and the server: notes, and delays, what is sent. What it gets of the environment is the client's matter. */
const programs = {
	usual: (file: string) => `tee -a ${file}`,
	slow: () => `while IFS= read -r line; do case "$line" in *tools/call*) sleep 3;; esac; printf '%s\\n' "$line"; done`,
};

async function work(agent: Agent, {name, isAllowed}: How, {folder: all, stop}: CheckWorld): Promise<Work> {
	const folder = join(all, `${agent.program.name}-${name}`);
	mkdirSync(join(folder, 'bin'), {recursive: true});
	const stage = await setStage({folder, recording: join(root, 'demo/recording.json'), env: process.env});
	const host = await openHost(stage);
	const {cwd} = host.place;
	const env = Object.fromEntries(
		Object.entries(host.place.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
	let results: string[] = [];
	let turns = 0;
	const server: Emulator = await agent.serve(() => {
		const {first} = agent;
		results = resultsOf(server.asks().at(-1)?.body ?? {}).slice(first.length);
		turns += 1;
		const [tool, input] = script[turns - 1 - first.length] ?? [];
		return first[turns - 1] ?? (tool && input ? agent.call(tool, input(results.at(-1) ?? '')) : 'Done.');
	});
	try {
		const allowed = isAllowed ? script.slice(0, -1).map(([tool]) => tool) : [];
		const started = agent.start({home: folder, clone: cwd, server}, allowed, name === 'slow' ? 1 : null);
		const between = programs[name === 'slow' ? 'slow' : 'usual'](join(folder, 'sent'));
		const program = `#!/bin/sh\n${between} | ${process.execPath} ${root}/dist/cli.js "$@"\n`;
		writeFileSync(join(folder, '.gitconfig'), '[user]\nname = You\nemail = you@example.com\n');
		writeFileSync(join(folder, 'bin/pr-resolve'), program, {mode: 0o755});
		const path = `${join(folder, 'bin')}${delimiter}${env.PATH}`;
		const limits = {signal: stop, timeoutMs: limitMs};
		await runChild(agent.program.name, started.args, {cwd, env: {...env, ...started.env, PATH: path}, ...limits});
		const {stdout} = await runChild('git', ['diff', '--name-only'], {cwd, env, ...limits});
		const file = join(folder, 'sent');
		return {
			results,
			sent: existsSync(file) ? readFileSync(file, 'utf8') : '',
			changed: stdout.toString().trim().replaceAll('\n', ' '),
			bodies: server.asks().map(({body}) => JSON.stringify(body)),
		};
	} finally {
		await server.close();
		await host.close();
	}
}

/** The text of each tool's result in a request, of either vendor. */
function resultsOf(body: Record<string, unknown>): string[] {
	const messages = (body.messages ?? body.input ?? []) as {type?: string; content?: unknown}[];
	const items = messages.flatMap(item =>
		item.type === undefined && Array.isArray(item.content) ? item.content : [item],
	);
	return items.flatMap(({type = '', content, output}: {type?: string; content?: unknown; output?: unknown}) =>
		/^tool_result$|_call_output$/.test(type) ? [textOf(content ?? output)] : [],
	);
}

const textOf = (content: unknown): string =>
	Array.isArray(content) ? content.map((part: {text?: string}) => part.text ?? '').join('\n') : String(content);

await runChecks(
	intent,
	[claudeAgent, codexAgent].map(agent => ({program: agent.program, check: world => check(agent, world)})),
);
