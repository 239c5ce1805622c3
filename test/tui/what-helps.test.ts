import {describe, expect, test} from 'vitest';
import {hintLine, placedHints} from '../../source/tui/app/hints.ts';
import {hintsOf} from '../../source/tui/app/keymap.ts';
import {detailLines} from '../../source/tui/review/detail.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {selectedRow} from '../../source/tui/review/selection.ts';
import {keymap as setupKeys} from '../../source/tui/setup/keymap.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {suggestion} from '../helpers/pull-request.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {settingsIn, worldOf} from '../run/setup/world.ts';
import {benchDesk, result, running, snapshot} from './bench/desk.ts';
import {type Desk, openDesk} from './desk.ts';
import {frameOf, mount} from './mount.ts';
import {setupDesk} from './setup/desk.ts';

async function deskOf(make: (review: Review) => Review): Promise<Desk> {
	const tree = workTree();
	return openDesk(tree, make(reviewOf(tree)).save());
}

const plain = (review: Review) =>
	review
		.suggest('notes.md', 3, ['1st.'], {body: 'As a number.'})
		.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
		.suggest('src/list.txt', 2, ['item two'], {body: 'In words.'});

const hint = ({state}: Desk, key: string) => hintsOf(keymap, state()).find(hint => hint.key === key)?.word;
const detail = ({state}: Desk) => detailLines(state(), 100).map(textOf).join('\n');
const title = ({state}: Desk) => selectedRow(state())?.title;

describe('the line at the bottom', () => {
	test('the hint of Space fits the state of the finding', async () => {
		const desk = await deskOf(plain);
		expect(hint(desk, 'Space')).toBe('apply');
		desk.press('space');
		await desk.planned();
		expect(hint(desk, 'Space')).toBe('undecide');
	});

	test('a key that cannot do anything now has no hint', async () => {
		const desk = await deskOf(review => plain(review).comment('src/other.txt', 4, 'Please rename this.'));
		expect(hint(desk, 'n')).toBe('next open');
		desk.press('G');
		expect(hint(desk, 'm')).toBeUndefined();
		desk.press('/', ...'rename', 'enter');
		expect(hint(desk, 'n')).toBeUndefined();
	});

	test('the key that writes is named in a narrow window too', async () => {
		const desk = await deskOf(plain);
		const narrow = {...desk.state(), size: {columns: 50, rows: 16}};
		expect(textOf(hintLine(placedHints(keymap, narrow)))).toMatch(/^ n next.* A write {2}\? help {2}q quit/);
	});

	test('Esc, v, Ctrl-N and m are shown when they do something', async () => {
		const folded = '<details><summary>Why</summary>\n\nBecause.\n\n</details>';
		const desk = await deskOf(review => plain(review).comment('src/other.txt', 4, `Please rename this.\n\n${folded}`));
		expect(['Esc', 'v', 'Ctrl-N', 'm', 'r'].map(key => hint(desk, key))).toEqual(Array(5).fill(undefined));
		desk.press('G');
		expect(hint(desk, 'f')).toBe('unfold');
		expect(hint(desk, 'v')).toBe('unfold all');
		expect(hint(desk, 'm')).toBeUndefined();
		desk.press('tab');
		expect([hint(desk, 'Esc'), hint(desk, 'Ctrl-N')]).toEqual(['back', 'next finding']);
		desk.press('escape', '/', ...'words', 'enter');
		expect(hint(desk, 'Esc')).toBe('clear filter');
	});

	test('the key that writes is offered as long as there is something to write', async () => {
		const desk = await deskOf(plain);
		expect(hint(desk, 'A')).toBe('write');
		desk.press('A', 'y');
		await desk.until(({runs}) => runs.length > 0);
		await desk.planned();
		expect(hint(desk, 'A')).toBeUndefined();
	});

	test('the question on leaving names each key that answers it, in a narrow window too', async () => {
		const desk = await deskOf(plain);
		desk.press('space');
		await desk.planned();
		desk.press('q');
		const asked = {...desk.state(), size: {columns: 50, rows: 16}};
		expect(textOf(hintLine(placedHints(keymap, asked))).trim()).toBe('y yes  n no (Enter)  w save  A write');
	});

	test('setup offers to stop current work instead of going back', async () => {
		const world = worldOf();
		const desk = setupDesk(await settingsIn(world), world, {from: {page: 'step', work: 'pulling'}});
		expect(hintsOf(setupKeys, desk.state())).toContainEqual(expect.objectContaining({key: 'Esc', word: 'stop'}));
	});
});

describe('a filter without a match', () => {
	test.each([
		['while it is typed', ['escape']],
		['after it was typed', ['enter', 'escape']],
	])('taken back %s, leaves the cursor where it was', async (_, keys) => {
		const desk = await deskOf(plain);
		desk.press('G');
		const before = title(desk);
		desk.press('/', ...'zzz', ...keys);
		expect([title(desk), desk.state().filter]).toEqual([before, '']);
	});
});

describe('the text about a conflict', () => {
	test('distinguishes sides by one reviewer by their findings', async () => {
		const desk = await deskOf(plain);
		desk.press('j');
		expect(detail(desk)).toContain('! conflict: no rule prefers one; choose 1 of 2 changes to the same lines');
		expect(detail(desk)).toMatch(/1 reviewer: Roman\..*2 reviewer: In words\./s);
	});

	test('numbers the options of one comment, in the comment too', async () => {
		const body = ['Option A:', suggestion('1st.'), 'Option B:', suggestion('One.')].join('\n\n');
		const desk = await deskOf(review => review.comment('notes.md', 3, body));
		expect(detail(desk)).toContain('! conflict: no rule prefers one; choose 1 of 2 options of one comment');
		expect(detail(desk)).toMatch(/1 reviewer, option 1.*2 reviewer, option 2/s);
		expect(detail(desk)).toContain('(its suggestion is change 1 above)');
		expect(detail(desk)).toContain('(its suggestion is change 2 above)');
	});
});

test('the widest outcome has a gap behind it', async () => {
	const desk = await deskOf(review => review.suggest('notes.md', 3, ['First.'], {body: 'As it is.'}));
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	expect(frameOf(desk.state())).toMatch(/= already-applied {2,}:3 /);
});

test('planned and applied changes have different signs', async () => {
	const desk = await deskOf(review => review.suggest('notes.md', 3, ['1st.']));
	expect(frameOf(desk.state())).toMatch(/\+ 1 to apply/);
	desk.press('A', 'y');
	await desk.until(({run}) => run.written !== null);
	await desk.planned();
	expect(frameOf(desk.state())).toMatch(/✓ 1 applied/);
});

test('a long line of code shows where it continues', async () => {
	const desk = await deskOf(review => review.suggest('notes.md', 3, ['word '.repeat(60).trim()]));
	expect(detail(desk)).toMatch(/^ {2}↳ word/m);
});

test('setup names the file that it saves to', async () => {
	const world = worldOf();
	const settings = await settingsIn(world, {llmProvider: 'local'});
	const desk = setupDesk(settings, world, {from: {page: 'save', current: 'save'}});
	const {frame} = await mount(desk.tree, {columns: 100, rows: 30});
	expect(frame()).toContain('pr-resolve saves the settings to /settings/config.json, never a key.');
});

test('after the end of a benchmark no provider is waiting or gets requests', async () => {
	const desk = benchDesk(running);
	const providers = snapshot.providers.map(({name, state}) => ({
		name,
		stop: state === 'done' || state === 'stopped' ? null : {by: 'interruption', reason: 'interrupted', remedy: ''},
	}));
	desk.send({
		type: 'ended',
		result: {...result, partial: true, endedAt: new Date(0).toISOString(), providers} as never,
	});
	const {frame} = await mount(desk.tree, {columns: 120, rows: 40});
	expect(frame()).toContain('ended 25/40');
	expect(frame()).toContain('not run');
	expect(frame()).not.toMatch(/\* api|waiting/);
});
