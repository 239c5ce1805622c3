import {expect, test} from 'vitest';
import {keepKey} from '../../../source/llm/keys/keys.ts';
import {pageInLines} from '../../../source/tui/setup/linear.ts';
import {menuOf} from '../../../source/tui/setup/pages.ts';
import {openAiModel} from '../../helpers/models.ts';
import {eventually} from '../../helpers/wait.ts';
import {everythingIn, settingsIn, worldOf} from '../../run/setup/world.ts';
import {setupDesk} from './desk.ts';

/** Setup, run again with OpenAI in the settings. */
async function again({isKept = false} = {}) {
	const server = await openAiModel();
	const world = worldOf(isKept ? {} : {OPENAI_API_KEY: server.key}, {fetch: server.fetch});
	if (isKept) await keepKey('api-a', server.key, 'file', world);
	const desk = setupDesk(await settingsIn(world, {llmProvider: 'openai'}), world, {isAgain: true});
	let at = 0;
	desk.store.dispatch({type: 'start'});
	const choose = (value: string) => {
		at += 1000;
		desk.store.dispatch({type: 'chosen', value, at});
	};
	if (isKept) await eventually(() => expect(desk.state().keptIn).not.toBeNull());
	return {desk, choose, world, key: server.key};
}

test('setup that is run again begins with what is set, and offers to change or remove each', async () => {
	const {desk} = await again();
	const page = pageInLines(desk.state());
	expect(page).toMatch(/-- what is set\nprovider: openai\nmodel: .*\nbudget of a run: /);
	for (const offer of ['Check all', 'Change the provider', 'Change the model', 'GitHub token', 'Remove the provider'])
		expect(page).toContain(offer);
	expect(desk.state().work).toBeNull();
});

test('each choice leads where it says', async () => {
	const {desk, choose} = await again();
	choose('provider');
	expect(desk.state().page).toBe('wishes');
	const second = await again();
	second.choose('model');
	await second.desk.idle();
	expect(second.desk.state()).toMatchObject({page: 'models', draft: {provider: 'api-a'}});
	const third = await again();
	third.choose('remove');
	expect(third.desk.state()).toMatchObject({page: 'save', withoutModel: true});
	const fourth = await again();
	fourth.choose('check');
	await fourth.desk.idle();
	expect(fourth.desk.state()).toMatchObject({page: 'step', draft: {provider: 'api-a'}});
});

test('programs to choose from are there at once, without a list of models', async () => {
	const world = worldOf();
	const desk = setupDesk(await settingsIn(world, {llmProvider: 'codex-cli'}), world, {isAgain: true});
	desk.store.dispatch({type: 'chosen', value: 'model', at: 1000});
	expect(desk.state()).toMatchObject({page: 'models', work: null});
	expect(menuOf(desk.state())?.items.map(({value}) => value)).toEqual(['auto', 'codex', 'copilot']);
});

test('the budget of a run is changed there, and saved at once', async () => {
	const {desk, choose, world} = await again();
	choose('budget');
	desk.press('ctrl+u', ...'a lot', 'enter');
	expect(desk.state().notice?.text).toBe('expected US dollars, as in 2.50');
	desk.press('ctrl+u', ...'2.50', 'enter');
	await desk.idle();
	expect(pageInLines(desk.state())).toMatch(/-- what is set\n[\s\S]*budget of a run: \$2\.50/);
	expect((await settingsIn(world)).costBudget).toBe(2.5);
});

test('who removes the provider is told of the stored key, and keeps or deletes it', async () => {
	for (const value of ['save', 'forget']) {
		const {desk, choose, world, key} = await again({isKept: true});
		expect(pageInLines(desk.state())).toMatch(/key: stored in \S+keys\.json/);
		choose('remove');
		expect(pageInLines(desk.state())).toMatch(/A key for openai is stored in \S+keys\.json\.[\s\S]*delete the key/);
		choose(value);
		await desk.idle();
		expect((await settingsIn(world)).llmEnabled).toBe(false);
		expect((await everythingIn(world.home)).includes(key)).toBe(value === 'save');
		expect(pageInLines(desk.state()).includes('The stored key is deleted.')).toBe(value === 'forget');
	}
});
