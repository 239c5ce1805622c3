import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {draftFor} from '../../../source/run/setup/draft.ts';
import {type Step, todo} from '../../../source/run/setup/step.ts';
import type {Settings} from '../../../source/settings/table.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';
import {settingsIn, worldOf} from '../../run/setup/world.ts';
import {keys, mount} from '../mount.ts';
import {setupDesk} from './desk.ts';

const coder = 'qwen2.5-coder:7b';

const step = (id: string, title: string, given: Partial<Step> = {}): Step => ({...todo(id, title), ...given});

const local = [
	step('server', 'the model server runs', {status: 'ok', detail: 'Ollama runs at http://127.0.0.1:11434'}),
	step('model', 'the model is there', {
		status: 'needs-you',
		detail: `model '${coder}' not found`,
		remedy: `Get it: ollama pull ${coder} (code; 8 GB VRAM; good, fast; a download of about 4.7 GB)`,
		ways: [{kind: 'pull', command: `ollama pull ${coder}`, model: coder}],
	}),
	step('GPU', 'what it runs on'),
];

const key = [
	step('key', 'there is a key, and it is accepted', {
		status: 'needs-you',
		detail: 'There is no API key for OpenAI',
		remedy: 'Generate one at https://platform.openai.com/api-keys (a key is shown once, at creation).',
		ways: [{kind: 'key'}],
	}),
	step('server', 'the service answers'),
	step('model', 'the model is there'),
];

const host = [step('host', 'the code host answers'), step('token', 'there is a token with its scopes')];

/** Screens of the wizard, each at a moment of its own. */
const moments = {
	wishes: () => ({}),
	providers: () => ({page: 'providers'}),
	step: settings => ({
		page: 'step',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
	}),
	pull: settings => ({
		page: 'step',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		work: 'pulling',
		pull: {status: 'pulling 60e05f210007', bytes: 1.9e9, total: 4.7e9, rate: 23.4e6, etaMs: 119_000},
	}),
	key: settings => ({
		page: 'step',
		current: 'key',
		draft: draftFor('api-a', settings),
		steps: {provider: key, host},
		field: {text: 'x'.repeat(30), cursor: 30},
	}),
	done: settings => ({
		page: 'done',
		current: 'save',
		draft: draftFor('local', settings),
		saved: {path: '/home/you/.config/pr-resolve/config.json', removed: []},
	}),
} satisfies Record<string, (settings: Settings) => Partial<SetupState>>;

type Moment = keyof typeof moments;

async function at(moment: Moment, size: {columns: number; rows: number}) {
	const world = await worldOf();
	const settings = await settingsIn(world);
	const desk = setupDesk(settings, world, {from: {...moments[moment](settings), size}});
	return {desk, ...(await mount(desk.tree, size, {isKeyByKey: true}))};
}

describe('golden frames', () => {
	test.each([
		['setup-providers-120x40', 'providers', 120, 40],
		['setup-providers-60x20', 'providers', 60, 20],
		['setup-step-80x24', 'step', 80, 24],
		['setup-pull-80x24', 'pull', 80, 24],
		['setup-key-80x24', 'key', 80, 24],
		['setup-wishes-40x12', 'wishes', 40, 12],
		['setup-done-59x18', 'done', 59, 18],
	] as const)('%s', async (name, moment, columns, rows) => {
		const {frame} = await at(moment, {columns, rows});
		await expect(`${frame()}\n`).toMatchFileSnapshot(`../../frames/${name}.txt`);
	});
});

describe('any window', () => {
	test.each([
		[40, 12],
		[59, 18],
		[60, 12],
		[300, 80],
	])('%i x %i is never exceeded', async (columns, rows) => {
		for (const moment of Object.keys(moments) as Moment[]) {
			const {frame, press} = await at(moment, {columns, rows});
			for (const pressed of ['', keys.down, '?']) {
				await press(pressed);
				const lines = frame().split('\n');
				expect(lines.length).toBeLessThanOrEqual(rows);
				for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
			}
		}
	});

	test('one that is too small says how large it must be', async () => {
		const {frame} = await at('wishes', {columns: 39, rows: 12});
		expect(frame()).toContain('terminal too small');
	});
});

test('the words of a status are there without colour', async () => {
	const {frame} = await at('step', {columns: 80, rows: 24});
	for (const words of ['ok', 'needs you', 'todo']) expect(frame()).toContain(words);
});

test('foreign words of a service cannot drive the terminal', async () => {
	const {desk, frame} = await at('step', {columns: 80, rows: 24});
	const detail = 'bad\x1b[2Jnews\x07\u202e';
	desk.store.dispatch({type: 'step', of: 'provider', step: {...local[1]!, detail}});
	await expect.poll(frame).toContain('bad\\u001b[2Jnews\\u0007\\u202e');
});

test('no keys whatever break it', async () => {
	const names = ['up', 'down', 'enter', 'escape', 'r', 'c', '!', 'm', 'v', 's', 'j', 'k', '?', 'q', 'x', 'space', '1'];
	const world = await worldOf({LOCAL_BASE_URL: 'http://127.0.0.1:9'});
	const settings = await settingsIn(world);
	fc.assert(
		fc.property(
			fc.constantFrom(...(Object.keys(moments) as Moment[])),
			fc.array(fc.constantFrom(...names), {maxLength: 25}),
			(moment, pressed) => {
				const desk = setupDesk(settings, world, {from: moments[moment](settings)});
				desk.press(...pressed);
				expect(desk.state().size).toEqual({columns: 120, rows: 40});
				desk.store.dispatch({type: 'key', key: 'ctrl+c', at: 1});
			},
		),
		{numRuns: 60},
	);
});
