import {expect, onTestFinished} from 'vitest';
import {type AnthropicModel, startAnthropic} from '../emulators/anthropic/server.ts';
import {type OllamaOptions, startOllama} from '../emulators/ollama/server.ts';
import {type OpenAiModel, startOpenAI} from '../emulators/openai/server.ts';
import {installPrograms} from '../emulators/programs/install.ts';
import {obedient} from '../emulators/vendor/obedient.ts';
import type {VendorOptions} from '../emulators/vendor/server.ts';
import type {WorkTree} from './work-tree.ts';

/** An Ollama for the provider `local`. */
export async function localModel(options: OllamaOptions = {}) {
	const server = await startOllama({answer: obedient, ...options});
	onTestFinished(server.close);
	return {...server, env: {LOCAL_BASE_URL: server.url}, origins: {}};
}

/** An OpenAI for the provider `api-a`, at the vendor's own address. */
export async function openAiModel(options: VendorOptions<OpenAiModel | string> = {}) {
	const server = await startOpenAI({answer: obedient, ...options});
	onTestFinished(server.close);
	return {...server, env: {OPENAI_API_KEY: server.key}, origins: {'https://api.openai.com': server.url}};
}

/** An Anthropic for the provider `api-b`, at the vendor's own address. */
export async function anthropicModel(options: VendorOptions<AnthropicModel | string> = {}) {
	const server = await startAnthropic({answer: obedient, ...options});
	onTestFinished(server.close);
	return {...server, env: {ANTHROPIC_API_KEY: server.key}, origins: {'https://api.anthropic.com': server.url}};
}

/** Stand-ins for the client programs, before all others in the PATH; all were started safely, or the test fails. */
export function clientPrograms(tree: WorkTree, cases: Parameters<typeof installPrograms>[1]) {
	const programs = installPrograms(tree.home, cases);
	onTestFinished(() => expect(programs.calls().flatMap(({faults}) => faults)).toEqual([]));
	return {...programs, env: {PATH: `${programs.path}:${process.env.PATH}`}, origins: {}};
}
