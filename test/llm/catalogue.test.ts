import {describe, expect, test} from 'vitest';
import {Failure} from '../../source/failure.ts';
import {lifecycleWarning} from '../../source/llm/lifecycle.ts';
import {factsOf} from '../../source/llm/providers/facts.ts';
import {providers} from '../../source/llm/providers/registry.ts';
import {chooseModel, readChoice} from '../../source/llm/tiers.ts';
import {withPreset} from '../../source/settings/providers.ts';

function failureOf(work: () => unknown): Failure {
	try {
		work();
	} catch (error) {
		expect(error).toBeInstanceOf(Failure);
		return error as Failure;
	}
	return expect.fail('nothing was thrown');
}

describe('providers', () => {
	test('the table of typical costs', () => {
		const rows = providers.map(spec => {
			const {cost, privacy, setUp} = factsOf(spec);
			return [spec.id, cost, privacy, setUp, spec.tiers[0].typical.perComment];
		});
		expect(rows).toEqual([
			['local', 'free', 'high', 'medium', 0],
			['cli-a', 'free with subscription', 'medium', 'easy', 0],
			['cli-b', 'free with subscription', 'medium', 'easy', 0],
			['api-a', 'pay per use', 'low', 'easy', 0.0002],
			['api-b', 'pay per use', 'low', 'easy', 0.003],
		]);
	});

	test('an unknown provider: lists all names and the likely one', () => {
		const failure = failureOf(() => readChoice('antropic:mid'));
		expect(failure).toMatchObject({kind: 'usage', code: 'unknown-provider', exitCode: 2});
		expect(failure.remedy).toContain('Did you mean anthropic?');
		for (const {alias} of providers) expect(failure.remedy).toContain(alias);
		for (const name of ['', ':mid', '__proto__', 'constructor', 'openai:', 'local:a\nb']) {
			expect(failureOf(() => readChoice(name)).code).toBe('unknown-provider');
		}
	});
});

describe('presets', () => {
	test.each([
		['local-default', 'ollama-local', {provider: 'local', model: 'qwen2.5-coder:7b', effort: null}],
		['cli-a-balanced', 'claude-cli-sonnet', {provider: 'cli-a', model: 'sonnet', effort: null}],
		['cli-b-free', 'codex-cli-free', {provider: 'cli-b', model: 'default', effort: null}],
		['api-a-mini', 'openai-api-mini', {provider: 'api-a', model: 'gpt-6-luna', effort: 'low'}],
		['api-b-balanced', 'anthropic-api-balanced', {provider: 'api-b', model: 'claude-sonnet-5-5', effort: 'low'}],
	] as const)('%s, %s', (name, alias, choice) => {
		const {id, preset} = withPreset(name)!;
		expect(preset.alias).toBe(alias);
		expect(chooseModel(id, preset.tier)).toEqual(choice);
		expect(chooseModel(id, null)).toEqual(choice);
	});
});

describe('models', () => {
	test.each([
		['api-a:nano', 'gpt-6-luna', 'none'],
		['api-a:mini', 'gpt-6-luna', 'low'],
		['openai:Mini-Plus', 'gpt-6-luna', 'high'],
		['openai:premium', 'gpt-6.1-terra', 'low'],
		['openai', 'gpt-6-luna', 'low'],
		['anthropic:small', 'claude-haiku-5-5', 'low'],
		['anthropic:mid', 'claude-sonnet-5-5', 'low'],
		['api-b:large', 'claude-opus-5-5', 'low'],
		['local:7b', 'qwen2.5-coder:7b', null],
		['ollama:14b', 'qwen2.5-coder:14b', null],
		['local:70b', 'llama3.3:70b', null],
		['local:8b', 'llama3.1:8b', null],
		['local:3b', 'llama3.2:3b', null],
		['ollama:qwen2.5-coder:7b', 'qwen2.5-coder:7b', null],
		['ollama:hf.co/some/Model-GGUF:Q4_K_M', 'hf.co/some/Model-GGUF:Q4_K_M', null],
		['cli-a:opus', 'opus', null],
		['cli-a:large', 'opus', null],
		['cli-b', 'default', null],
		['openai:gpt-5.4-mini', 'gpt-5.4-mini', 'low'],
		['openai:gpt-4o-mini', 'gpt-4o-mini', null],
		['openai:meta/llama-4', 'meta/llama-4', null],
		['anthropic:claude-haiku-4-5-20251001', 'claude-haiku-4-5-20251001', null],
	])('%s is %s, effort %s', (text, model, effort) => {
		expect(readChoice(text)).toMatchObject({model, effort});
	});

	test('a tier of another provider: names its owner and the valid tiers', () => {
		const failure = failureOf(() => readChoice('anthropic:mini'));
		expect(failure).toMatchObject({kind: 'usage', code: 'foreign-tier'});
		expect(failure.message).toContain('a tier of openai, not of anthropic');
		expect(failure.remedy).toContain('mid, small, large');
	});

	test.each(['cli-a:--dangerous', 'local:a b', 'local:a\tb', `local:${'x'.repeat(300)}`])('%j is no model', text => {
		expect(failureOf(() => readChoice(text))).toMatchObject({kind: 'usage', code: 'bad-model-name'});
	});
});

describe('a model at the end of its life', () => {
	const at = Date.parse('2026-11-20');
	const warn = (model: string, now = at) =>
		lifecycleWarning({provider: model.startsWith('gpt') ? 'api-a' : 'api-b', model}, null, now);

	test.each([
		['gpt-4.1-nano', 'was retired on 2026-10-23'],
		['gpt-5-mini', 'will be retired on 2026-12-11'],
		['gpt-5-mini-2025-08-07', 'will be retired on 2026-12-11'],
		['gpt-4o-mini', 'will be retired on 2027-01-14'],
		['claude-sonnet-4-5-20250929', 'will be retired on 2026-11-30'],
	])('%s is warned of, with the day and another model', (model, isRetired) => {
		const warning = warn(model)!;
		expect(warning).toContain(`${model} ${isRetired}. `);
		expect(warning).toMatch(/such as (?:gpt-6-luna|claude-sonnet-5-5)/);
	});

	test.each(['gpt-6-luna', 'gpt-5.4-nano', 'claude-haiku-5-5', 'gpt-unknown'])('%s is not', model => {
		expect(warn(model)).toBeNull();
	});

	test('90 days before, and over on the day itself', () => {
		const end = Date.parse('2027-04-01');
		const day = 86_400_000;
		expect(warn('gpt-5.4-nano', end - 90 * day - 1)).toBeNull();
		expect(warn('gpt-5.4-nano', end - 90 * day)).toContain('will be retired');
		expect(warn('gpt-5.4-nano', end)).toContain('was retired');
	});
});
