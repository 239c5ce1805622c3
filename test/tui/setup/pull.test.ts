import {expect, test} from 'vitest';
import {setupHints} from '../../../source/tui/setup/keymap.ts';
import {pageInLines, progressInLines} from '../../../source/tui/setup/linear.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';
import {localModel} from '../../helpers/models.ts';
import {draftIn, worldOf} from '../../run/setup/world.ts';
import {setupDesk} from './desk.ts';
import {local, moments} from './moments.ts';

const noHost = 'dial tcp: lookup registry.ollama.ai on 127.0.0.53:53: no such host';

test('a download that cannot begin is not continued, and the server is not blamed', async () => {
	const pullError = `pull model manifest: Get "https://registry.ollama.ai/v2/library/qwen2.5-coder/manifests/7b": ${noHost}`;
	const server = await localModel({models: [], pullError});
	const world = worldOf({LOCAL_BASE_URL: server.url});
	const {draft, settings} = await draftIn(world, 'local');
	const from = {page: 'step', current: 'model', draft, steps: {provider: local, host: []}} as const;
	const desk = setupDesk(settings, world, {from});
	desk.press('enter');
	await desk.idle();
	expect(desk.state().notice?.text).toBe(
		"Ollama cannot reach registry.ollama.ai: no such host. Check the network, or HTTPS_PROXY in the server's environment.",
	);
	expect(pageInLines(desk.state())).toContain('Press Enter to download it');
	expect(pageInLines(desk.state())).not.toMatch(/Press Enter to continue|pulling manifest/);
});

test('a download that was stopped before its first byte is not continued, one after it is', async () => {
	const world = worldOf();
	const {settings} = await draftIn(world, 'local');
	const stopped = (bytes: number) => {
		const moment = moments.stalled(settings);
		const desk = setupDesk(settings, world, {from: {...moment, pull: {...moment.pull, bytes}}});
		desk.store.dispatch({type: 'stopped'});
		return {notice: desk.state().notice?.text, page: pageInLines(desk.state())};
	};
	expect(stopped(0)).toEqual({notice: 'stopped', page: expect.stringContaining('Press Enter to download it')});
	expect(stopped(1.9e9)).toEqual({
		notice: 'stopped at 40%; press Enter to continue',
		page: expect.stringMatching(/^(?!.*no data)[\s\S]*Press Enter to continue the download/),
	});
});

test('as lines, a download without data is told once, and again when it goes on', async () => {
	const {settings} = await draftIn(worldOf(), 'local');
	const desk = setupDesk(settings, worldOf(), {from: moments.stalled(settings)});
	const after = (idleMs: number) => progressInLines({...desk.state(), pull: {...desk.state().pull!, idleMs}});
	expect(after(9000).text).toContain('40%, 1.9 GB of 4.7 GB');
	expect(after(12_000)).toEqual({id: 'pulling stalled', text: 'no data for 12 s'});
	expect(after(13_000).id).toBe('pulling stalled');
	expect(after(0).id).toBe(after(9000).id);
});

test('the hint of Enter shows what it does: a download is not continued before it has begun', async () => {
	const world = worldOf();
	const {settings} = await draftIn(world, 'local');
	const hint = (from: Partial<SetupState>) =>
		setupHints(setupDesk(settings, world, {from}).state()).find(({key}) => key === 'Enter')?.word;
	const [step, pull] = [moments.step(settings), moments.pull(settings)];
	expect([step, pull, {...pull, work: null}].map(hint)).toEqual(['download', undefined, 'continue']);
	const others = ['server', 'GPU'].map(current => ({...step, current}));
	expect([moments.push(), ...others].map(hint)).toEqual(['continue', 'continue', 'check']);
});
