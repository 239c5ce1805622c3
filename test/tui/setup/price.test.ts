import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {providerTable, usualVolume} from '../../../source/run/setup/choices.ts';
import {costOfQuestion} from '../../../source/run/setup/price.ts';
import {pageInLines} from '../../../source/tui/setup/linear.ts';
import {priceWords} from '../../../source/tui/setup/table.ts';
import {openAiModel} from '../../helpers/models.ts';
import {draftIn, worldOf} from '../../run/setup/world.ts';
import {setupDesk} from './desk.ts';

const model = 'gpt-6-luna';

const savedIn = (home: string) => JSON.parse(readFileSync(join(home, '.config/pr-resolve/config.json'), 'utf8'));

/** The wizard before the test request to a compatible server, whose price no table has. */
async function beforeRequest(env: Record<string, string> = {}) {
	const server = await openAiModel();
	const world = worldOf({OPENAI_API_KEY: server.key, OPENAI_BASE_URL: `${server.url}/v1`, ...env});
	const {draft, settings} = await draftIn(world, 'api-a');
	const desk = setupDesk(settings, world, {from: {page: 'request', current: 'request', draft}});
	let at = 9_000_000;
	const choose = (value: string) => {
		at += 1000;
		desk.store.dispatch({type: 'chosen', value, at});
	};
	return {server, world, desk, choose};
}

test('an unknown price is asked for before the test request, used for it, and saved', async () => {
	const {server, world, desk, choose} = await beforeRequest();
	expect(pageInLines(desk.state())).toMatch(/The price of its model is unknown[\s\S]*1\. Enter the price/);
	choose('price');
	desk.press(...'1/0.1/two', 'enter');
	expect(desk.state()).toMatchObject({notice: {text: 'expected figures as in 0.10/0.01/0.50'}, draft: {rates: null}});
	desk.press('ctrl+u', ...'1/0.1/2/1.1', 'enter');
	expect(desk.state()).toMatchObject({dialog: null, draft: {rates: '1/0.1/2/1.1'}});
	expect(pageInLines(desk.state())).toMatch(/It costs about \$0\.0018\.[\s\S]*1\. Send the test request/);
	choose('ask');
	await desk.idle();
	const {trial} = desk.state();
	const {input, output} = trial!.tokens!;
	expect(trial).toMatchObject({step: {status: 'ok'}, costUsd: expect.closeTo((input + 2 * output) / 1e6, 9)});
	expect(server.asks()).toHaveLength(1);
	desk.press('enter');
	choose('save');
	await desk.idle();
	expect(savedIn(world.home)).toMatchObject({llm: {price: [`${model}=1/0.1/2/1.1`]}});
	expect(costOfQuestion((await draftIn(world, 'api-a')).draft)).toBeCloseTo((1241 + 600) / 1e6, 9);
});

test('a typed price takes the place of another for the same model and leaves those of others', async () => {
	const {world, desk, choose} = await beforeRequest({CR_LLM_PRICE: 'other=1/1/1'});
	choose('price');
	desk.press(...'0/0/0', 'enter');
	expect(pageInLines(desk.state())).toContain('It costs nothing.');
	choose('on');
	choose('save');
	await desk.idle();
	expect(savedIn(world.home).llm.price).toEqual(['other=1/1/1', `${model}=0/0/0`]);
});

test('another model needs another price', async () => {
	const world = worldOf();
	const {draft, settings} = await draftIn(world, 'local', {rates: '0/0/0'});
	const models = [{name: 'other', model: 'other', note: '', isThere: true}];
	const desk = setupDesk(settings, world, {from: {page: 'models', current: 'model', draft, models}});
	desk.store.dispatch({type: 'chosen', value: 'other', at: 9_000_000});
	expect(desk.state().draft).toMatchObject({model: 'other', rates: null});
});

test.each([
	['local', 'It costs nothing.'],
	['cli-a', 'It costs nothing in addition to the subscription.'],
] as const)('what is free has no unknown cost: %s', async (provider, words) => {
	const world = worldOf();
	const {draft, settings} = await draftIn(world, provider, {model: 'smollm2'});
	const at = (page: 'request' | 'models') => {
		const models = [{name: 'smollm2', model: 'smollm2', note: '', isThere: true}];
		return pageInLines(setupDesk(settings, world, {from: {page, current: 'request', draft, models}}).state());
	};
	expect(at('request')).toContain(words);
	expect(at('models')).not.toContain('unknown');
});

test('each provider has one price: for 1,000 comments, in a subscription, or none', () => {
	const prices = providerTable(usualVolume).map(row => [row.alias, priceWords(row)]);
	expect(Object.fromEntries(prices)).toEqual({
		ollama: 'free',
		'claude-cli': 'in your subscription',
		'codex-cli': 'in your subscription',
		openai: expect.stringMatching(/^about \$0\.\d\d per 1,000 comments$/),
		anthropic: expect.stringMatching(/^about \$\d+\.\d\d per 1,000 comments$/),
	});
});
