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
		return mount(desk.tree, size, {isKeyByKey: true});
	},
	bench: () => mount(benchDesk(running).tree, size),
};

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
