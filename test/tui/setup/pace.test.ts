import {expect, test} from 'vitest';
import {pageInLines} from '../../../source/tui/setup/linear.ts';
import {localModel} from '../../helpers/models.ts';
import {draftIn, settingsIn, worldOf} from '../../run/setup/world.ts';
import {setupDesk} from './desk.ts';

/** The wizard after a test request to a local model of this speed, in tokens per second. */
async function tried([read, write]: readonly [number, number]) {
	const work = () => {
		const [prompt, answer] = [(1e9 * 1000) / read, (1e9 * 100) / write];
		return {
			total_duration: prompt + answer,
			load_duration: 0,
			prompt_eval_count: 1000,
			prompt_eval_duration: prompt,
			eval_count: 100,
			eval_duration: answer,
		};
	};
	const server = await localModel({work});
	const world = worldOf({LOCAL_BASE_URL: server.url});
	const {draft, settings} = await draftIn(world, 'local');
	const desk = setupDesk(settings, world, {from: {page: 'request', current: 'request', draft}});
	let at = 9_000_000;
	const choose = (value: string) => {
		at += 1000;
		desk.store.dispatch({type: 'chosen', value, at});
	};
	choose('ask');
	await desk.idle();
	return {desk, choose, world, page: () => pageInLines(desk.state())};
}

test('the test request shows what a comment takes', async () => {
	const {page} = await tried([60, 9]);
	expect(page()).toContain('about 55 s a comment; 20 comments, 19 min (tokens: 60/s in, 9.00/s out)');
	expect(page()).toContain('Press Enter to continue.');
});

test('a slow model can be left for a smaller one, which is then checked', async () => {
	const {desk, choose, page} = await tried([30, 5]);
	expect(page()).toContain('A smaller model is faster: 3b, about 44 s a comment.');
	expect(page()).toMatch(/1\. Continue with this model\n2\. Use 3b instead\n/);
	choose('model');
	expect(desk.state()).toMatchObject({page: 'step', work: 'checking', draft: {model: '3b'}});
	await desk.idle();
	expect(desk.state().steps.provider[1]).toMatchObject({id: 'model', status: 'needs-you'});
});

test('a model that needs more time gets the limit that is proposed, saved as the setting', async () => {
	const {desk, choose, world, page} = await tried([9, 2]);
	expect(page()).toContain('Long comments may need more than the time limit of 60 s allows.');
	choose('timeout');
	expect(desk.state()).toMatchObject({page: 'save', draft: {timeout: 120}});
	expect(page()).toContain('--set llm.timeout=120');
	choose('save');
	await desk.idle();
	expect((await settingsIn(world)).llmTimeout).toBe(120);
});

test('after going back, the model can be kept without the limit that was chosen before', async () => {
	const {desk, choose, page} = await tried([9, 2]);
	choose('timeout');
	desk.press('escape');
	choose('on');
	expect(desk.state()).toMatchObject({page: 'save', draft: {timeout: null}});
	expect(page()).not.toContain('llm.timeout=');
});

test('a fast model can be left for a larger one', async () => {
	const {page} = await tried([3000, 90]);
	expect(page()).toMatch(/A larger model answers better: 14b, about 8 s a comment if it fits \(code; 16 GB VRAM; /);
});
