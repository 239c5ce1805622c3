import {describe, expect, test} from 'vitest';
import {settingsIn, worldOf} from '../../run/setup/world.ts';
import {expectFrame} from '../golden-frames.ts';
import {expectFits, keys, mount} from '../mount.ts';
import {setupDesk} from './desk.ts';
import {everyMoment, local, type Moment, moments} from './moments.ts';

async function at(moment: Moment, size: {columns: number; rows: number}) {
	const world = worldOf();
	const settings = await settingsIn(world);
	const desk = setupDesk(settings, world, {from: {...moments[moment](settings), size}});
	return {desk, ...(await mount(desk.tree, size))};
}

describe('golden frames', () => {
	test.each([
		['setup-providers-120x40', 'providers', 120, 40],
		['setup-providers-80x24', 'providers', 80, 24],
		['setup-providers-60x20', 'providers', 60, 20],
		['setup-step-80x24', 'step', 80, 24],
		['setup-push-80x24', 'push', 80, 24],
		['setup-pull-80x24', 'pull', 80, 24],
		['setup-stalled-80x24', 'stalled', 80, 24],
		['setup-key-80x24', 'key', 80, 24],
		['setup-request-80x24', 'request', 80, 24],
		['setup-wishes-40x12', 'wishes', 40, 12],
		['setup-done-59x18', 'done', 59, 18],
	] as const)('%s', async (name, moment, columns, rows) => {
		const {desk} = await at(moment, {columns, rows});
		await expectFrame(desk.tree, [{columns, rows}], name);
	});
});

describe('any window', () => {
	test.each([
		[40, 12],
		[59, 18],
		[60, 12],
		[300, 80],
	])('%i x %i is never exceeded', async (columns, rows) => {
		for (const moment of everyMoment) {
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
		for (const moment of everyMoment) {
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
		expect(frame()).toContain('Choose the first that applies.');
	});

	test('a long notice is shown in full if its line is too short', async () => {
		const {desk, frame} = await at('step', {columns: 40, rows: 12});
		const message = 'The disk of the server is full: no space left on device for the model.';
		desk.store.dispatch({type: 'failed', trouble: {message, remedy: 'Make room and try again.'}});
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

test('the words of a status are there without color', async () => {
	const {frame} = await at('step', {columns: 80, rows: 24});
	for (const words of ['ok', 'needs you', 'todo']) expect(frame()).toContain(words);
});

test('the test request shows how far its answer is', async () => {
	const {desk, frame} = await at('asking', {columns: 80, rows: 24});
	expect(frame()).toContain('waiting for the answer: no word yet, 80 s');
	desk.store.dispatch({type: 'learned', what: {answering: '412 tokens, 9/s'}});
	await expect.poll(frame).toContain('waiting for the answer: 412 tokens, 9/s');
});

test('text from a service cannot drive the terminal', async () => {
	const {desk, frame} = await at('step', {columns: 80, rows: 24});
	const detail = 'bad\x1b[2Jnews\x07\u202e';
	desk.store.dispatch({type: 'step', of: 'provider', step: {...local[1]!, detail}});
	await expect.poll(frame).toContain('bad\\u001b[2Jnews\\u0007\\u202e');
});
