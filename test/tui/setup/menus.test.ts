import {describe, expect, test} from 'vitest';
import {draftFor} from '../../../source/run/setup/draft.ts';
import type {Settings} from '../../../source/settings/table.ts';
import {hearSetup} from '../../../source/tui/setup/linear.ts';
import {menuOf} from '../../../source/tui/setup/pages.ts';
import type {SetupState} from '../../../source/tui/setup/state.ts';
import {settingsIn, worldOf} from '../../run/setup/world.ts';
import {keys, mount} from '../mount.ts';
import {setupDesk} from './desk.ts';

const option = (name: string) => ({name, model: name, note: '', isThere: true});
const places = {system: true, file: '/file', variable: 'KEY', isSet: false};

/** Every menu there is. */
const menus = {
	wishes: () => ({page: 'wishes', current: 'provider'}),
	providers: () => ({page: 'providers'}),
	models: settings => ({page: 'models', draft: draftFor('local', settings), models: ['1', '2', '3'].map(option)}),
	clients: settings => ({page: 'models', draft: draftFor('cli-b', settings)}),
	request: settings => ({page: 'request', current: 'request', draft: draftFor('local', settings)}),
	keep: settings => ({page: 'keep', current: 'save', draft: draftFor('api-a', settings), places}),
	save: settings => ({page: 'save', current: 'save', draft: draftFor('local', settings)}),
	leave: settings => ({dialog: {kind: 'leave'}, draft: draftFor('local', settings)}),
} satisfies Record<string, (settings: Settings) => Partial<SetupState>>;

async function at(menu: keyof typeof menus) {
	const world = worldOf();
	const settings = await settingsIn(world);
	return setupDesk(settings, world, {from: menus[menu](settings)});
}

describe.each(Object.keys(menus) as (keyof typeof menus)[])('%s', name => {
	test.each([
		['down down Enter', keys.down + keys.down + keys.enter, 2],
		['j j Enter', 'jj\r', 2],
		['up Enter', keys.up + keys.enter, -1],
		['Enter', keys.enter, 0],
	])('%s in one chunk chooses the line that it leads to', async (_, chunk, steps) => {
		const desk = await at(name);
		const {items, at: first} = menuOf(desk.state())!;
		const {press} = await mount(desk.tree, {columns: 100, rows: 30});
		await press(chunk);
		await expect.poll(() => desk.done.chosen.length).toBe(1);
		expect(desk.done.chosen).toEqual([items[(first + steps + items.length) % items.length]!.value]);
		// Files are written before their folder is removed.
		if (name === 'save') await desk.idle();
	});
});

describe('the mouse', () => {
	const models = Array.from({length: 12}, (_, index) => option(`model-${index + 1}`));

	/** A menu of models in a small window, and the mouse on the row with a text. */
	async function modelMenu(columns: number) {
		const world = worldOf();
		const settings = await settingsIn(world);
		const size = {columns, rows: 16};
		const from = {page: 'models', draft: draftFor('local', settings), models, size} as const;
		const desk = setupDesk(settings, world, {from});
		const mounted = await mount(desk.tree, size);
		const on = async (text: string, kind: 'click' | 'wheel-down' = 'click') => {
			const rows = mounted.frame().split('\n');
			const row = rows.findIndex(each => each.includes(text));
			desk.store.dispatch({type: 'mouse', mouse: {kind, row, column: rows[row]!.indexOf(text)}, at: 60_000});
			await mounted.press('');
		};
		return {...desk, ...mounted, on};
	}

	test.each([50, 100])('highlights with a click, and chooses with another one, %i columns wide', async columns => {
		const {on, frame, press, state, done} = await modelMenu(columns);
		await on('model-4  installed');
		expect(frame()).toContain('> model-4');
		await press(keys.down);
		await expect.poll(frame).toContain('> model-5');
		await on('model-5  installed', 'wheel-down');
		expect(frame()).toContain('> model-6');
		await on('model-6  installed');
		expect([state().page, state().draft?.model, done.chosen]).toEqual(['step', 'model-6', []]);
	});

	test('does nothing beside a menu', async () => {
		const {on, state} = await modelMenu(100);
		const before = state();
		await on('steps');
		await on('host');
		expect(state()).toBe(before);
	});
});

test('a menu without undo ignores a key that was typed before it', async () => {
	const desk = await at('save');
	desk.store.dispatch({type: 'chosen', value: 'leave', at: 100});
	expect(desk.done.quit).toEqual([]);
	desk.store.dispatch({type: 'chosen', value: 'leave', at: 400});
	expect(desk.done.quit).toEqual([false]);
});

test('a choice that is not in the open menu does nothing', async () => {
	const desk = await at('save');
	desk.store.dispatch({type: 'chosen', value: 'of another page', at: 5000});
	expect(desk.done.quit).toEqual([]);
});

test('a digit chooses the item of that number, and no key does in a window that is too small', async () => {
	const desk = await at('wishes');
	desk.press('9', '0');
	desk.store.dispatch({type: 'resize', size: {columns: 39, rows: 12}});
	desk.press('2', 'enter');
	expect(desk.state()).toMatchObject({page: 'wishes', advice: null});
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	desk.press('2');
	expect(desk.state()).toMatchObject({page: 'providers', advice: {id: 'cli-a'}});
});

test('a menu that is not seen has no highlighted item: in text mode only a number chooses', async () => {
	const world = worldOf();
	const desk = setupDesk(await settingsIn(world), world, {from: menus.wishes()});
	const hear = (text: string) => hearSetup(text, desk.store, () => {}, 9000);
	for (const text of ['', 'j', 'Down', 'Enter']) hear(text);
	expect(desk.state()).toMatchObject({page: 'wishes', highlighted: null});
	hear('1');
	expect(desk.state().page).toBe('providers');
});

test.each([7, 12])(
	'a menu of %i lines in a small window chooses the highlighted line, after the help too',
	async count => {
		const world = worldOf();
		const settings = await settingsIn(world);
		const models = Array.from({length: count}, (_, index) => option(`model-${index + 1}`));
		const from = {page: 'models', draft: draftFor('local', settings), models, size: {columns: 40, rows: 12}} as const;
		const desk = setupDesk(settings, world, {from});
		const {frame, press} = await mount(desk.tree, {columns: 40, rows: 12});
		for (const pressed of [keys.up, '?', keys.escape]) {
			await press(pressed);
			await expect.poll(() => desk.state().dialog !== null).toBe(pressed === '?');
		}
		await expect.poll(frame).toContain('> another model, by name');
		await press(keys.up);
		await expect.poll(frame).toContain(`> model-${count}`);
		await press(keys.enter);
		await expect.poll(() => desk.done.chosen).toEqual([`model-${count}`]);
	},
);

test.each([1, 2, 5, 6, 7, 8, 12])('in a small window the current choice is highlighted: %i', async chosen => {
	const world = worldOf();
	const settings = await settingsIn(world);
	const models = Array.from({length: 12}, (_, index) => option(`model-${index + 1}`));
	const draft = {...draftFor('local', settings), model: `model-${chosen}`};
	const from = {page: 'models', draft, models, size: {columns: 40, rows: 12}} as const;
	const desk = setupDesk(settings, world, {from});
	const {frame, press} = await mount(desk.tree, {columns: 40, rows: 12});
	expect(frame()).toMatch(new RegExp(`> model-${chosen}\\b`));
	await press(keys.enter);
	await expect.poll(() => desk.done.chosen).toEqual([`model-${chosen}`]);
});

test('the highlighted line stays visible when the window becomes too small for the menu', async () => {
	const world = worldOf();
	const settings = await settingsIn(world);
	const models = Array.from({length: 12}, (_, index) => option(`model-${index + 1}`));
	const desk = setupDesk(settings, world, {from: {page: 'models', draft: draftFor('local', settings), models}});
	const {frame, press, resize} = await mount(desk.tree, {columns: 120, rows: 40});
	await press('jjjjjjjjj');
	await expect.poll(frame).toContain('> model-10');
	await resize({columns: 120, rows: 12});
	await expect.poll(() => frame().split('\n').length).toBeLessThanOrEqual(12);
	await expect.poll(frame).toContain('> model-10');
	await press(keys.enter);
	await expect.poll(() => desk.done.chosen).toEqual(['model-10']);
});
