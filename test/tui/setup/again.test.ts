import {expect, test} from 'vitest';
import {menuOf} from '../../../source/tui/setup/menus.ts';
import {pageInLines} from '../../../source/tui/setup/spoken.ts';
import {openAiModel} from '../../helpers/models.ts';
import {settingsIn, worldOf} from '../../run/setup/world.ts';
import {setupDesk} from './desk.ts';

/** Setup, run again with OpenAI in the settings. */
async function again() {
	const server = await openAiModel();
	const world = worldOf({OPENAI_API_KEY: server.key}, {fetch: server.fetch});
	const desk = setupDesk(await settingsIn(world, {llmProvider: 'openai'}), world, {isAgain: true});
	let at = 9_000_000;
	desk.store.dispatch({type: 'start'});
	const choose = (value: string) => {
		at += 1000;
		desk.store.dispatch({type: 'chosen', menu: menuOf(desk.state())?.id ?? '', value, at});
	};
	return {desk, choose};
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
