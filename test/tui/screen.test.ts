import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {expectFrame} from './golden-frames.ts';
import {expectFits, frameOf, keys, mount, mountOnTerminal} from './mount.ts';

/** Several files, a conflict, a question, and words and code that are wide, long, or would drive a terminal. */
function everything(tree: WorkTree): string {
	const long = 'A sentence that goes on and on until no pane is wide enough for it, with `some code` and **weight**.';
	return reviewOf(tree)
		.suggest('notes.md', 3, ['1st.'], {body: `As a number.\n\n${long}\n\n\`\`\`ts\nconst answer = 42;\n\`\`\``})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman. 漢字と仮名 are wide, ⚠️ and 🛠️ are pictures.'})
		.suggest('src/list.txt', 2, ['item two'], {
			body: `In words.\n\n<details><summary>Why</summary>\n\n${long}\n\n</details>`,
		})
		.suggest('src/list.txt', [8, 9], [], {body: 'Not needed.'})
		.suggest('src/other.txt', 1, [`\tentry \x1b[31mred\x1b[0m ${'x'.repeat(200)}`], {
			body: 'Bell\x07 and \x1b]0;title\x07 escape.',
		})
		.comment('src/other.txt', 4, 'Why is this here?')
		.save();
}

const rows = (text: string) => text.split('\n');

async function deskWith(make: (tree: WorkTree) => string, options = {}): Promise<Desk> {
	const tree = workTree();
	return openDesk(tree, make(tree), options);
}

describe('golden frames of small windows', () => {
	test.each([
		['review-60x20', {columns: 60, rows: 20}, 'j'],
		['review-50x16-detail', {columns: 50, rows: 16}, 'j\r'],
	])('%s', async (name, size, pressed) => {
		const desk = await deskWith(everything);
		const {press} = await mount(desk.tree, size);
		await press(pressed);
		await expectFrame(desk.tree, [size], name);
	});
});

describe('any window', () => {
	test.each([
		[40, 12],
		[59, 18],
		[60, 12],
		[99, 30],
		[100, 12],
		[300, 80],
	])('%i x %i is filled and never exceeded', async (columns, height) => {
		const desk = await deskWith(everything);
		const {frame, press} = await mount(desk.tree, {columns, rows: height});
		for (const pressed of ['', 'jj', '\t', '?', keys.escape, 'A', 'n', '/']) {
			await press(pressed);
			expectFits(frame(), {columns, rows: height});
		}
	});

	test.each([
		[39, 12],
		[40, 11],
	])('%i x %i says what is needed', async (columns, height) => {
		const desk = await deskWith(everything);
		const {frame} = await mount(desk.tree, {columns, rows: height});
		expect(frame()).toContain('40x12 needed');
	});

	test('below 60 columns there is one pane, and Tab goes to the other', async () => {
		const desk = await deskWith(everything);
		const {frame, press} = await mount(desk.tree, {columns: 50, rows: 20});
		expect(frame()).toMatch(/findings/);
		expect(frame()).not.toMatch(/─ detail/);
		await press('\t');
		expect(frame()).toMatch(/─ detail/);
		expect(frame()).not.toMatch(/─ findings/);
	});
});

const key = fc.constantFrom(...Object.values(keys), ...'jjjkkkgGnNsvz+hlbxaiyd{}/?12', 'jj\r', '\x04', '\x15');
const sizes = [
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
	{columns: 59, rows: 18},
	{columns: 40, rows: 12},
	{columns: 101, rows: 15},
];
const step = fc.oneof({weight: 8, arbitrary: key}, {weight: 1, arbitrary: fc.constantFrom(...sizes)});

test('what the terminal shows is the frame, whatever is pressed and however the window changes', async () => {
	const tree = workTree();
	const from = everything(tree);
	await fc.assert(
		fc.asyncProperty(fc.array(step, {minLength: 30, maxLength: 40}), async steps => {
			const desk = await openDesk(tree, from);
			const shown = await mountOnTerminal(desk.tree, sizes[0]!);
			for (const taken of steps) {
				if (typeof taken === 'string') await shown.press(taken);
				else await shown.resize(taken);
				if (desk.state().stage !== 'open') {
					await desk.planned();
					await shown.press('');
				}
				expect(shown.frame()).toBe(frameOf(desk.state()));
			}
			shown.instance.unmount();
		}),
		{numRuns: 8, endOnFailure: true},
	);
});

test('keys that arrive in one read are all seen, in their order', async () => {
	const desk = await deskWith(everything);
	const {press} = await mount(desk.tree, {columns: 120, rows: 40});
	await press('jj\r');
	expect([desk.state().focus, desk.state().list.rows[desk.state().cursor]]).toMatchObject([
		'detail',
		{title: /^In words/},
	]);
	await press(`${keys.escape}`);
	await press(`${keys.up}${keys.up}x`);
	await press('no\r');
	expect([...desk.state().history.now.values()]).toMatchObject([{action: 'decline', reason: 'no'}]);
});

test('a paste into a text field is one line', async () => {
	const desk = await deskWith(everything);
	const {press, paste} = await mount(desk.tree, {columns: 120, rows: 40});
	await press('x');
	await paste('one\r\ntwo\nthree\n');
	expect(desk.state().dialog).toMatchObject({field: {text: 'one two three'}});
});

describe('foreign text', () => {
	test('control characters and escape sequences are shown, never sent', async () => {
		const desk = await deskWith(everything);
		const {frame, press, instance} = await mount(desk.tree, {columns: 120, rows: 40});
		await press('/bell');
		expect(frame()).toContain('\\u0007');
		expect(frame()).toContain('\\u001b]0;title');
		expect(frame()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
		instance.unmount();
	});

	test('a comment of 5,000 lines is read page by page', async () => {
		const desk = await deskWith(tree =>
			reviewOf(tree).comment('notes.md', 3, numbered('line', 5000).replace(/\n/g, '\n\n')).save(),
		);
		const {frame, press} = await mount(desk.tree, {columns: 80, rows: 24});
		await press('\rG');
		expect(frame()).toContain('line 5000');
		expect(frame()).toMatch(/of 100\d\d/);
		await press('g');
		expect(frame()).toContain('line 1\n');
	});

	test('10,000 findings can be scrolled, and few of them are drawn', async () => {
		const desk = await deskWith(tree => {
			const review = reviewOf(tree);
			for (let each = 0; each < 10_000; each++) review.comment('src/list.txt', 1 + (each % 12), `Remark ${each}?`);
			return review.save();
		});
		const {frame, press} = await mount(desk.tree, {columns: 120, rows: 40});
		expect(frame()).toContain('10000 by file');
		await press('G');
		expect(rows(frame()).length).toBeLessThanOrEqual(40);
		expect(frame()).toMatch(/^>.*Remark \d+/m);
		await press('/remark 777');
		expect(frame()).toContain('19 of 10000');
	});
});

test('without UTF-8 the frame is plain ASCII', async () => {
	const desk = await deskWith(tree => reviewOf(tree).suggest('notes.md', 3, ['1st.']).save(), {isUnicode: false});
	const {frame, press} = await mount(desk.tree, {columns: 120, rows: 40});
	await press('?');
	expect(frame()).toMatch(/^[\n -~]+$/);
	await press(keys.escape);
	expect(frame()).toMatch(/^[\n -~]+$/);
});
