import {describe, expect, test} from 'vitest';
import {refuseContradictions} from '../../source/commands/contradictions.ts';
import {type ResolvedSettings, resolveSettings, type Sources} from '../../source/settings/resolve.ts';
import {plainFolder} from '../helpers/work-tree.ts';

type Given = {flags?: Sources['flags']; set?: string[]; env?: Record<string, string>; noLlm?: boolean};

async function check({flags = {}, set = [], env = {}, noLlm = false}: Given): Promise<ResolvedSettings> {
	const sources = {command: 'apply', cwd: plainFolder().root, env, flags, set, configFile: null};
	const settings = await resolveSettings(sources);
	refuseContradictions('apply', settings, noLlm);
	return settings;
}

describe('what cannot all be meant is a usage error that names both', () => {
	test.each<[string, Given, RegExp]>([
		[
			'a preset and another provider as flags',
			{flags: {llmPreset: 'local-default', llmProvider: 'api-a'}},
			/preset ollama-local \(flag --llm-preset\) contradicts the provider openai \(flag --llm-provider\)/,
		],
		[
			'or as variables',
			{env: {CR_LLM_PRESET: 'local-default', CR_LLM_PROVIDER: 'openai'}},
			/environment CR_LLM_PRESET.*environment CR_LLM_PROVIDER/,
		],
		['on and off', {flags: {llmEnabled: 'true'}, noLlm: true}, /--llm-enabled and --no-llm cannot be combined/],
		[
			'a client that another provider has no use for',
			{flags: {llmProvider: 'cli-a'}, set: ['llm.client=codex']},
			/llm.client codex needs the provider codex-cli, but the provider is claude-cli/,
		],
		['a model of nobody', {flags: {llmModel: 'mini'}}, /--llm-model needs a model, but no provider is set/],
		['a key for nobody', {flags: {llmApiKey: 'a b'}}, /--llm-api-key needs a model, but no provider is set/],
		['workers with nothing to do', {flags: {parallel: 'true'}}, /--parallel needs a model, but no provider is set/],
	])('%s', async (_, given, message) => {
		await expect(check(given)).rejects.toMatchObject({kind: 'usage', message: expect.stringMatching(message)});
	});
});

describe('what is meant for more than this run may say more than it needs', () => {
	test.each<[string, Given]>([
		['a preset of the same provider', {flags: {llmPreset: 'api-a-mini', llmProvider: 'openai'}}],
		['a preset that a flag goes before', {flags: {llmPreset: 'api-a-mini'}, env: {CR_LLM_PROVIDER: 'local'}}],
		['a preset for once not', {flags: {llmPreset: 'local-default'}, noLlm: true}],
		['a model for once not', {flags: {llmModel: 'mini', parallel: 'true'}, noLlm: true}],
		['variables without a provider', {env: {CR_PARALLEL: 'true', CR_LLM_MODEL: 'mini', CR_LLM_CLIENT: 'codex'}}],
		['a client for a fallback', {flags: {llmProvider: 'cli-a'}, set: ['llm.fallback=cli-b', 'llm.client=codex']}],
		['a client of variables', {flags: {llmProvider: 'cli-a'}, env: {CR_LLM_CLIENT: 'codex'}}],
	])('%s', async (_, given) => {
		await expect(check(given)).resolves.toBeDefined();
	});
});
