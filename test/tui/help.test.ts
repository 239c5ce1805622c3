import {describe, expect, onTestFinished, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {eventually} from '../helpers/wait.ts';
import {workTree} from '../helpers/work-tree.ts';
import {settingsIn, worldOf} from '../run/setup/world.ts';
import {benchDesk, running} from './bench/desk.ts';
import {openDesk} from './desk.ts';
import {keys, type Mounted, mount} from './mount.ts';
import {setupDesk} from './setup/desk.ts';

/** So low that no help fits. */
const size = {columns: 80, rows: 14};

const screens: Record<string, () => Promise<Mounted>> = {
	review: async () => {
		const tree = workTree();
		const desk = await openDesk(tree, reviewOf(tree).suggest('notes.md', 3, ['1st.']).save());
		return mount(desk.tree, size);
	},
	setup: async () => {
		const world = worldOf();
		const desk = setupDesk(await settingsIn(world), world, {from: {page: 'providers'}});
		return mount(desk.tree, size);
	},
	bench: () => mount(benchDesk(running).tree, size),
};

/** The line of the command that Enter runs. */
const chosen = /(?:^|│) *> \S+ .*\w/m;

const end = '\x1b[F';
const home = '\x1b[H';

describe.each(Object.keys(screens))('the help of %s', screen => {
	/** Presses keys and waits until the screen is as wanted. */
	async function help() {
		const {frame, press, instance} = await screens[screen]!();
		onTestFinished(() => instance.unmount());
		const expectAfter = async (pressed: string, look: (shown: string) => void) => {
			await press(pressed);
			await eventually(() => look(frame()));
		};
		return {frame, press, expectAfter};
	}

	test('a search without a match says so, and deleting it shows all keys again', async () => {
		const {expectAfter} = await help();
		await expectAfter('?zz', shown => {
			expect(shown).toContain('keys with "zz"');
			expect(shown).toContain('no key matches');
		});
		await expectAfter(keys.backspace.repeat(2), shown => expect(shown).not.toMatch(/keys with|no key fits/));
	});

	test('j, k, g, G, Home and End scroll until a search is typed', async () => {
		const {frame, press, expectAfter} = await help();
		await press('?');
		await eventually(() => expect(frame()).toContain('/ search'));
		const top = frame();
		await expectAfter('jj', shown => expect(shown).not.toBe(top));
		await expectAfter('kkk', shown => expect(shown).toBe(top));
		await expectAfter('G', shown => expect(shown).not.toBe(top));
		const bottom = frame();
		await expectAfter('g', shown => expect(shown).toBe(top));
		await expectAfter(end, shown => expect(shown).toBe(bottom));
		// From the last line it goes up at once.
		await expectAfter('k', shown => expect(shown).not.toBe(bottom));
		await expectAfter(home, shown => expect(shown).toBe(top));
		await expectAfter('/j', shown => expect(shown).toContain('keys with "j"'));
	});
});

test('a key is found by the name of its command', async () => {
	const {frame, press} = await screens.review!();
	await press('?apply');
	expect(frame()).toMatch(/^ {3}A {5,}write files, or commit on GitHub \(asks first\)/m);
});

describe.each(['review', 'bench'])('a command of %s by its name', screen => {
	async function choosing() {
		const {frame, press, instance} = await screens[screen]!();
		onTestFinished(() => instance.unmount());
		await press(':');
		await eventually(() => expect(frame()).toContain('Enter run'));
		const expectAfter = async (pressed: string, look: (shown: string) => void) => {
			await press(pressed);
			await eventually(() => look(frame()));
		};
		return {frame, expectAfter};
	}

	test('is found, shown with its key, and run', async () => {
		const {expectAfter} = await choosing();
		await expectAfter('show keys', shown => expect(shown).toMatch(/> \? +show keys/));
		await expectAfter(keys.enter, shown => {
			expect(shown).not.toContain('Enter run');
			expect(shown).toContain('/ search');
		});
	});

	test('that is none is named, and nothing runs', async () => {
		const {expectAfter} = await choosing();
		await expectAfter('nothing of that name', shown => expect(shown).toContain('no command matches'));
		await expectAfter(keys.enter, shown => expect(shown).toContain('no command is called "nothing of that name"'));
		await expectAfter('\x1b', shown => expect(shown).not.toContain('no command matches'));
	});

	test('is chosen by moving, and what is chosen stays in the window', async () => {
		const {frame, expectAfter} = await choosing();
		for (let count = 0; count < 12; count++) {
			await expectAfter(keys.down, shown =>
				expect(shown.split('\n').filter(line => chosen.test(line))).toHaveLength(1),
			);
		}
		await expectAfter(keys.up.repeat(30), () => expect(frame()).toMatch(chosen));
	});
});

test('a command that cannot run now says why, and one that needs a yes asks', async () => {
	const {frame, press, instance} = await screens.review!();
	onTestFinished(() => instance.unmount());
	const run = async (name: string, look: (shown: string) => void) => {
		await press(`:${name}`);
		await eventually(() => expect(frame()).toMatch(chosen));
		await press(keys.enter);
		await eventually(() => look(frame()));
	};
	await run('undo latest', shown => expect(shown).toContain('nothing was written yet'));
	await run('write files', shown => expect(shown).toContain('Write 1 change'));
});
