import {setTimeout as sleep} from 'node:timers/promises';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {specOf} from '../../../source/llm/providers/registry.ts';
import {draftFor} from '../../../source/run/setup/draft.ts';
import {type CheckStep, uncheckedStep} from '../../../source/run/setup/step.ts';
import type {Settings} from '../../../source/settings/table.ts';
import {escapeMs} from '../../../source/tui/key-by-key.ts';
import {setupFrame} from '../../../source/tui/setup/screen-frame.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';
import {settingsIn, worldOf} from '../../run/setup/world.ts';
import {expectFits, expectFrame, keys, mount, mountOnTerminal, withoutColor, wordsOf} from '../mount.ts';
import {setupDesk} from './desk.ts';

const coder = 'qwen2.5-coder:7b';

const step = (id: string, title: string, given: Partial<CheckStep> = {}): CheckStep => ({
	...uncheckedStep(id, title),
	...given,
});

const local = [
	step('server', 'is the model server running?', {status: 'ok', detail: 'Ollama runs at http://127.0.0.1:11434'}),
	step('model', 'is the model available?', {
		status: 'needs-you',
		detail: `model '${coder}' not found`,
		remedy: `Download it: ollama pull ${coder} (code; 8 GB VRAM; good, fast; download about 4.7 GB)`,
		ways: [{kind: 'pull', command: `ollama pull ${coder}`, model: coder}],
	}),
	step('GPU', 'what does it run on?'),
];

const key = [
	step('key', 'is there a key, and is it accepted?', {
		status: 'needs-you',
		detail: 'There is no API key for OpenAI',
		remedy: 'Generate one at https://platform.openai.com/api-keys (a key is shown once, at creation).',
		ways: [{kind: 'key'}],
	}),
	step('server', 'does the service answer?'),
	step('model', 'is the model available?'),
];

const host = [step('host', 'does GitHub answer?'), step('token', 'is there a token with the required scopes?')];

const ready = [
	step('host', 'does GitHub answer?', {status: 'ok', detail: 'api.github.com responds'}),
	step('token', 'is there a token with the required scopes?', {status: 'ok', detail: 'GH_TOKEN, accepted as ann'}),
	step('push', 'may the token push?', {
		status: 'warning',
		detail: 'the token may not push to octo/app, branch feature (octo/app#7)',
		remedy: 'Only people with write access to it can. apply without --push changes this folder.',
	}),
	step('replies', 'are replies visible at once?', {status: 'ok', detail: 'visible at once on octo/app#7'}),
];

/** Screens of the wizard, each at a moment of its own. */
const moments = {
	wishes: () => ({page: 'wishes', current: 'provider'}),
	providers: () => ({page: 'providers'}),
	step: settings => ({
		page: 'step',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
	}),
	push: () => ({page: 'step', current: 'push', steps: {provider: [], host: ready}}),
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
	models: settings => ({
		page: 'models',
		current: 'model',
		draft: draftFor('local', settings),
		steps: {provider: local, host},
		models: [
			...specOf('local').tiers.map(({name, model, note}) => ({name, model, note, isThere: false})),
			...['qwen3:4b', 'gemma3:12b', 'phi4:14b'].map(name => ({name, model: name, note: '', isThere: true})),
		],
	}),
	save: settings => ({page: 'save', current: 'save', draft: draftFor('local', settings)}),
	done: settings => ({
		page: 'done',
		current: 'save',
		draft: draftFor('local', settings),
		saved: {path: '/u/h/.config/pr-resolve/config.json', removed: []},
	}),
} satisfies Record<string, (settings: Settings) => Partial<SetupState>>;

type Moment = keyof typeof moments;

async function at(moment: Moment, size: {columns: number; rows: number}) {
	const world = worldOf();
	const settings = await settingsIn(world);
	const desk = setupDesk(settings, world, {from: {...moments[moment](settings), size}});
	return {desk, ...(await mount(desk.tree, size, {isKeyByKey: true}))};
}

describe('golden frames', () => {
	test.each([
		['setup-providers-120x40', 'providers', 120, 40],
		['setup-providers-60x20', 'providers', 60, 20],
		['setup-step-80x24', 'step', 80, 24],
		['setup-push-80x24', 'push', 80, 24],
		['setup-pull-80x24', 'pull', 80, 24],
		['setup-key-80x24', 'key', 80, 24],
		['setup-wishes-40x12', 'wishes', 40, 12],
		['setup-done-59x18', 'done', 59, 18],
	] as const)('%s', async (name, moment, columns, rows) => {
		const {frame} = await at(moment, {columns, rows});
		await expectFrame(frame(), name);
	});

	test('setup-providers-80x24-colorless', async () => {
		const {desk} = await at('providers', {columns: 80, rows: 24});
		const frame = withoutColor(setupFrame(desk.state()));
		await expectFrame(frame, 'setup-providers-80x24-colorless');
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
				expectFits(frame(), {columns, rows});
			}
		}
	});

	test.each([
		[40, 12],
		[59, 18],
		[60, 20],
	])('%i x %i: the way back and the help are told, and what does not fit can be read', async (columns, rows) => {
		for (const moment of Object.keys(moments) as Moment[]) {
			const {frame, press} = await at(moment, {columns, rows});
			const hints = frame().split('\n').at(-1);
			if (moment === 'key') expect(hints).toMatch(/Enter check {2}Esc clear$/);
			else expect(hints).toMatch(moment === 'wishes' || moment === 'done' ? /\? help/ : /Esc (?:back|stop) {2}\? help/);
			for (let page = 0; frame().includes('PgDn: more'); page++) {
				const before = frame();
				await press('\x1b[6~');
				expect(frame()).not.toBe(before);
				expect(page).toBeLessThan(20);
			}
		}
	});

	test('40 x 12: text below a menu that fills the window can be scrolled to its end and back', async () => {
		const {frame, press} = await at('wishes', {columns: 40, rows: 12});
		expect(frame()).toContain('PgDn: more');
		for (let page = 0; page < 5; page++) await press('\x1b[6~');
		expect(frame()).toMatch(/comments\s+without\s+code\.[\s\S]*> My code must not/);
		for (let page = 0; page < 5; page++) await press('\x1b[5~');
		expect(frame()).toContain('Which of these applies to you?');
	});

	test('a long notice is shown in full if its line is too short', async () => {
		const {desk, frame} = await at('step', {columns: 40, rows: 12});
		const message = 'The disk of the server is full: no space left on device for the model.';
		desk.store.dispatch({type: 'trouble', trouble: {message, remedy: 'Make room and try again.'}});
		await expect.poll(() => frame().replace(/\s+/g, ' ')).toContain(`${message} Make room and try again.`);
	});

	test('one that is too small says how large it must be', async () => {
		const {frame} = await at('wishes', {columns: 39, rows: 12});
		expect(frame()).toContain('terminal too small');
	});
});

describe('help', () => {
	test.each([
		[40, 12],
		[80, 24],
	])('%i x %i: what is typed is looked for', async (columns, rows) => {
		const {frame, press} = await at('step', {columns, rows});
		await press('?');
		expect(frame()).toContain('/ search');
		await press('shell');
		await expect.poll(frame).toContain('keys with "shell"');
		expect(frame()).toMatch(/Ctrl-Z +suspend to shell/);
		expect(frame()).not.toContain('check again');
		await press('?q');
		await expect.poll(frame).toContain('no key matches');
		await press(keys.escape);
		await expect.poll(frame).toContain('Check: is the model available?');
	});

	test('the menu below it keeps its line', async () => {
		const {frame, press} = await at('providers', {columns: 80, rows: 24});
		await press('jj?');
		await expect.poll(frame).toContain('/ search');
		await press(keys.escape);
		await expect.poll(frame).toMatch(/> codex-cli/);
	});

	test('another menu does not begin where the last one was left', async () => {
		const {desk, frame, press} = await at('save', {columns: 80, rows: 24});
		await press('jq');
		await expect.poll(() => desk.state().dialog).toEqual({kind: 'leave'});
		await expect.poll(frame).toMatch(/> Stay/);
		await press('rv?c');
		await expect.poll(frame).toMatch(/> Stay[\s\S]* Enter choose {2}Up\/Down move {2}Esc stay$/);
	});
});

const sizes = [
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
	{columns: 59, rows: 18},
	{columns: 40, rows: 12},
	{columns: 39, rows: 30},
];
const key$ = fc.constantFrom(...Object.values(keys), ...'jjkk?qrcmvs!x1', '\x1b[5~', '\x1b[6~');
const taken$ = fc.oneof({weight: 6, arbitrary: key$}, {weight: 1, arbitrary: fc.constantFrom(...sizes)});

test('what the terminal shows is the frame, whatever is pressed and however the window changes', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...(Object.keys(moments) as Moment[])),
			fc.array(taken$, {minLength: 20, maxLength: 25}),
			async (moment, steps) => {
				const world = worldOf({LOCAL_BASE_URL: 'http://127.0.0.1:9'}, {sleep: async () => {}});
				const settings = await settingsIn(world);
				const desk = setupDesk(settings, world, {from: {...moments[moment](settings), work: null}});
				const shown = await mountOnTerminal(desk.tree, sizes[0]!, {isKeyByKey: true});
				for (const taken of steps) {
					if (typeof taken === 'string') await shown.press(taken);
					else await shown.resize(taken);
					// A lone Esc may be the start of a sequence.
					if (taken === keys.escape) await sleep(2 * escapeMs);
					await desk.idle();
					await shown.press('');
					expect(shown.frame()).toBe(wordsOf(setupFrame(desk.state())));
				}
				shown.instance.unmount();
			},
		),
		{
			numRuns: 8,
			endOnFailure: true,
			// A menu higher than the window, from its first item up to its last one.
			examples: [['models', [{columns: 40, rows: 12}, keys.up, keys.up, keys.down]]],
		},
	);
});

test('the words of a status are there without color', async () => {
	const {frame} = await at('step', {columns: 80, rows: 24});
	for (const words of ['ok', 'needs you', 'todo']) expect(frame()).toContain(words);
});

test('text from a service cannot drive the terminal', async () => {
	const {desk, frame} = await at('step', {columns: 80, rows: 24});
	const detail = 'bad\x1b[2Jnews\x07\u202e';
	desk.store.dispatch({type: 'step', of: 'provider', step: {...local[1]!, detail}});
	await expect.poll(frame).toContain('bad\\u001b[2Jnews\\u0007\\u202e');
});

test('no keys break it', async () => {
	const names = ['up', 'down', 'enter', 'escape', 'r', 'c', '!', 'm', 'v', 's', 'j', 'k', '?', 'q', 'x', 'space', '1'];
	const world = worldOf({LOCAL_BASE_URL: 'http://127.0.0.1:9'});
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
