import {describe, expect, test} from 'vitest';
import {joinFacts, uncheckedStep} from '../../../source/run/setup/step.ts';
import {type Copy, terminalClipboard} from '../../../source/tui/clipboard.ts';
import {menuOf} from '../../../source/tui/setup/pages.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';
import {readVolume} from '../../../source/tui/setup/typing.ts';
import {openAiModel} from '../../helpers/models.ts';
import {settingsIn, sleepBriefly, worldOf} from '../../run/setup/world.ts';
import {mount} from '../mount.ts';
import {type SetupDesk, setupDesk} from './desk.ts';

const wrong = ['sk', 'wrong', 'w'.repeat(20)].join('-');

/** The wizard at the key of OpenAI, with the service behind it. */
async function atTheKey() {
	const server = await openAiModel();
	const world = worldOf({}, {fetch: server.fetch});
	const settings = await settingsIn(world, {llmProvider: 'openai'});
	const desk = setupDesk(settings, world);
	desk.store.dispatch({type: 'start'});
	await desk.idle();
	return {desk, server, world};
}

const statuses = ({steps}: SetupState) => steps.provider.map(({id, status}) => `${id} ${status}`).join(', ');

describe('a key', () => {
	test('is the first of three pasted lines that is not empty, and no line end submits it', async () => {
		const {desk, server} = await atTheKey();
		const before = server.requests.length;
		desk.store.dispatch({type: 'paste', text: `\r\n  ${server.key} \nq\nr\n`});
		expect(desk.state().field.text).toBe(server.key);
		expect(server.requests).toHaveLength(before);
		desk.press('enter');
		await desk.idle();
		expect(statuses(desk.state())).toBe('key ok, server ok, model ok');
	});

	test('is taken out of the quotes of an .env file', async () => {
		const {desk, server} = await atTheKey();
		desk.store.dispatch({type: 'paste', text: `"${server.key}"\n`});
		desk.press('enter');
		await desk.idle();
		expect(statuses(desk.state())).toBe('key ok, server ok, model ok');
	});

	test('is submitted once by an unmarked paste, and keys after it are no commands', async () => {
		const {desk, server} = await atTheKey();
		const at = 9_000_000;
		for (const key of [...wrong, 'enter', 'q', 'enter', 'x', 'enter']) desk.store.dispatch({type: 'key', key, at});
		await desk.idle();
		expect(server.requests).toHaveLength(1);
		expect(desk.done.quit).toEqual([]);
		expect(desk.state()).toMatchObject({dialog: null, draft: {apiKey: null}, field: {text: ''}});
	});

	test('is stored only with consent, and is in no frame and no log', async () => {
		const {desk, server, world} = await atTheKey();
		const {frame, paste, press, instance} = await mount(desk.tree, {columns: 100, rows: 30});
		await paste(server.key);
		await instance.waitUntilRenderFlush();
		const shown = [frame()];
		expect(shown[0]).toContain('•'.repeat(server.key.length));
		await press('\r');
		await desk.idle();
		shown.push(frame());
		for (const text of [...shown, world.logged.join('\n')]) expect(text).not.toContain(server.key);
		expect(world.secrets.size).toBe(0);
	});

	test('is refused without a request if its form is wrong', async () => {
		const {desk, server} = await atTheKey();
		desk.store.dispatch({type: 'paste', text: 'hunter2hunter2'});
		desk.press('enter');
		await desk.idle();
		expect(desk.state().steps.provider[0]).toMatchObject({status: 'needs-you', detail: expect.stringContaining('sk-')});
		expect(server.requests).toEqual([]);
	});

	test('is cleared by Esc, which then goes back', async () => {
		const {desk} = await atTheKey();
		desk.press('s', 'k', 'escape');
		expect(desk.state()).toMatchObject({page: 'step', field: {text: ''}});
		desk.press('escape');
		expect(desk.state().page).toBe('providers');
	});

	test('is optional: setup shows how to continue without a model', async () => {
		const {desk} = await atTheKey();
		const {frame} = await mount(desk.tree, {columns: 100, rows: 30});
		expect(frame().replace(/\s*\n[^│]*│\s*/g, ' ')).toContain(
			'To continue without a model, press Esc twice, then choose "No model, only GitHub".',
		);
		desk.press('escape', 'escape');
		const [none] = menuOf(desk.state())!.items.filter(({label}) => label === 'No model, only GitHub');
		expect([desk.state().page, none?.value]).toEqual(['wishes', 'github']);
	});
});

/** The wizard at a step that needs this. */
async function needing(
	remedy: Pick<ReturnType<typeof uncheckedStep>, 'remedy' | 'ways'>,
	copy?: Copy,
): Promise<SetupDesk> {
	const world = worldOf();
	const settings = await settingsIn(world);
	const {draftFor} = await import('../../../source/run/setup/draft.ts');
	const step = {...uncheckedStep('login', 'it is logged in'), status: 'needs-you' as const, ...remedy};
	const from = {page: 'step', current: 'login', draft: draftFor('cli-a', settings)} as const;
	return setupDesk(settings, world, {from: {...from, steps: {provider: [step], host: []}}, run: () => null, copy});
}

test.each(['!', 'enter'])('%s runs the command of the step, c copies it', async key => {
	const command = 'claude auth login';
	const desk = await needing({remedy: `Log in: ${command}`, ways: [{kind: 'command', command}]});
	desk.press('c', key);
	expect(desk.done).toMatchObject({copied: [command], ran: [command]});
	expect(desk.state().work).toBe('running');
});

test('in a terminal without a clipboard c says so, and what is running goes on', async () => {
	const clipboard = terminalClipboard({TERM: 'linux'}, () => {});
	const command = 'claude auth login';
	const desk = await needing({remedy: `Log in: ${command}`, ways: [{kind: 'command', command}]}, clipboard);
	desk.press('!', 'c');
	const {work, notice} = desk.state();
	expect([work, notice?.text]).toEqual(['running', expect.stringContaining('nothing was copied')]);
});

test('a server is not started by setup', async () => {
	const desk = await needing({remedy: 'Start it: ollama serve', ways: [{kind: 'elsewhere', command: 'ollama serve'}]});
	desk.press('!');
	expect(desk.done.ran).toEqual([]);
	expect(desk.state().notice?.text).toContain('no command to run here');
	desk.press('enter');
	expect(desk.state().work).toBe('checking');
});

describe('a service that cannot be reached', () => {
	async function unreachable() {
		const world = worldOf({OPENAI_BASE_URL: 'http://127.0.0.1:9'}, {sleep: sleepBriefly});
		const desk = setupDesk(await settingsIn(world, {llmProvider: 'openai'}), world);
		desk.store.dispatch({type: 'start'});
		return desk;
	}

	test('is the selected step, not the one before it', async () => {
		const desk = await unreachable();
		await desk.idle();
		expect(desk.state()).toMatchObject({current: 'server', notice: {text: 'server: failed'}});
		expect(statuses(desk.state())).toBe('key todo, server failed, model todo');
	});

	test('is checked again by Enter', async () => {
		const desk = await unreachable();
		await desk.idle();
		desk.press('enter');
		expect(desk.state().work).toBe('checking');
		await desk.idle();
		expect(desk.state().current).toBe('server');
	});

	test('clears the message of a key that was pressed meanwhile', async () => {
		const desk = await unreachable();
		desk.press('r');
		expect(desk.state().notice?.text).toBe('busy; press Esc to stop');
		await desk.idle();
		expect(desk.state().notice?.text).toBe('server: failed');
	});
});

test('you can leave while work is in progress', async () => {
	const desk = await needing({remedy: '', ways: []});
	desk.press('r', 'q');
	expect(desk.state().dialog).toEqual({kind: 'leave'});
	expect(menuOf(desk.state())).toMatchObject({hasKeys: true});
	desk.store.dispatch({type: 'chosen', value: 'leave', at: 9_000_000});
	expect(desk.done.quit).toEqual([false]);
});

test.each([
	[['See https://service.example/keys.', 'as typed'], 'See https://service.example/keys, as typed'],
	[['accepted', 'from a file'], 'accepted, from a file'],
	[['', 'One sentence.'], 'One sentence.'],
])('facts %j stand in one line', (facts, expected) => {
	expect(joinFacts(...facts)).toBe(expected);
});

test('the table shows the costs of the typed volume', async () => {
	const world = worldOf();
	const desk = setupDesk(await settingsIn(world), world, {from: {page: 'providers'}});
	desk.press('v', 'ctrl+u', ...'10x5', 'enter');
	expect(desk.state()).toMatchObject({volume: {pullRequests: 10, commentsEach: 5}, dialog: null});
});

test.each([
	['100 x 20', {pullRequests: 100, commentsEach: 20}],
	['3*4', {pullRequests: 3, commentsEach: 4}],
	['7 8', {pullRequests: 7, commentsEach: 8}],
	['-1 x 2', null],
	['1.5 x 2', null],
	['many', null],
	['', null],
])('%j as a month', (text, expected) => {
	expect(readVolume(text)).toEqual(expected);
});
