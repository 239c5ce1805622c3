import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {printConfigOf} from '../../../source/agents/print-config.ts';
import {claudeProgram} from '../../../source/llm/providers/claude/program.ts';
import type {ClientProgram} from '../../../source/llm/providers/client/program.ts';
import {codexProgram} from '../../../source/llm/providers/codex/program.ts';
import {startAnthropic} from '../anthropic/server.ts';
import {type AnswerOf, type Emulator, ToolCall} from '../vendor/server.ts';
import {startResponsesStream} from './responses-stream.ts';

/** A coding agent that starts our server, and the facts about it that ours depends on. */
export type Agent = {
	program: ClientProgram;
	/** The version of the protocol that it asks for. */
	revision: RegExp;
	/** The request to the model that has what the tools take. */
	definitions: RegExp;
	/** Whether the model gets the whole instructions of a server. */
	instructions: RegExp;
	/** What the model hears of a call that a person would have to allow. */
	refusal: RegExp;
	/** What is changed where nobody said what it may run. */
	unasked: RegExp;
	serve: (answer: AnswerOf) => Promise<Emulator>;
	/** Calls before the tools of a server can be called. */
	first: readonly ToolCall[];
	call: (tool: string, input: Record<string, unknown>) => ToolCall;
	/** Puts the snippet of --print-config where it says, and tells how to start the client. @param allowed tools @param seconds that a call may take; null: as the snippet says */
	start: (
		where: {home: string; clone: string; server: Emulator},
		allowed: readonly string[],
		seconds: number | null,
	) => {args: readonly string[]; env: Readonly<Record<string, string>>};
};

const ask = 'Address the review comments.';

/** What stands between the comments. */
const snippetOf = (name: 'claude' | 'codex', seconds: number | null) =>
	printConfigOf(name)
		.split('\n')
		.filter(line => !line.startsWith('#'))
		.join('\n')
		.replace(/\b120(?=000\b|\b)/, text => `${seconds ?? text}`);

const nameAtClaude = (tool: string) => `mcp__pr-resolve__${tool}`;

/** As of 2.1.332. A call of a tool whose definition the model did not look up fails. */
export const claudeAgent: Agent = {
	program: claudeProgram,
	revision: /^2026-07-28$/,
	definitions: /^in request 2$/,
	instructions: /^not sent$/,
	refusal: /^Claude requested permissions to use mcp__pr-resolve__publish, but you haven't granted it yet/,
	unasked: /^nothing changed$/,
	serve: answer => startAnthropic({answer}),
	first: [new ToolCall('ToolSearch', {query: 'pr-resolve', max_results: 20})],
	call: (tool, input) => new ToolCall(nameAtClaude(tool), input),
	start({clone, server: {url, key}}, allowed, seconds) {
		writeFileSync(join(clone, '.mcp.json'), snippetOf('claude', seconds));
		const flags = ['-p', ask, '--output-format', 'json', '--mcp-config', '.mcp.json'];
		const permissions = allowed.length === 0 ? [] : ['--allowedTools', ...allowed.map(nameAtClaude)];
		const env = {...claudeProgram.env, ANTHROPIC_BASE_URL: url, CLAUDE_CODE_OAUTH_TOKEN: key};
		return {args: [...flags, ...permissions], env};
	},
};

const model = 'gpt-6-luna';

/**
 * As of 0.171. Its newest models call tools from a program. A server gets only few variables of its environment, and 250
 * characters of its instructions reach the model; definitions are looked up from within the program.
 */
export const codexAgent: Agent = {
	program: codexProgram,
	revision: /^2025-06-18$/,
	definitions: /^never$/,
	instructions: /^sent$/,
	refusal: /MCP tool call requires approval, but approval policy is never/,
	unasked: /^README\.md scripts\/import_prices\.py$/,
	serve: answer => startResponsesStream(model, answer),
	first: [],
	call: (tool, input) => new ToolCall('exec', `text(await tools.mcp__pr_resolve__${tool}(${JSON.stringify(input)}))`),
	start({home, server: {url, key}}, _, seconds) {
		const provider = [
			...['model_provider = "trial"', `model = "${model}"`, '[model_providers.trial]', 'name = "trial"'],
			...[`base_url = "${url}/v1"`, 'wire_api = "responses"', 'env_key = "TRIAL_KEY"'],
			...['request_max_retries = 0', 'stream_max_retries = 0'],
		];
		const own = join(home, '.codex');
		mkdirSync(own, {recursive: true});
		writeFileSync(join(own, 'config.toml'), `${provider.join('\n')}\n${snippetOf('codex', seconds)}`);
		return {args: ['exec', '--strict-config', '--json', ask], env: {CODEX_HOME: own, TRIAL_KEY: key}};
	},
};
