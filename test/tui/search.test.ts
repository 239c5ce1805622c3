import {describe, expect, test} from 'vitest';
import {selectedRow} from '../../source/tui/review/selection.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {type Desk, markedLines, openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

async function deskOn(comments: (review: Review) => Review, rows = 24): Promise<Desk> {
	const tree = workTree();
	const desk = await openDesk(tree, comments(reviewOf(tree)).save());
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows}});
	return desk;
}

const titles = ({state}: Desk) => state().list.rows.flatMap(row => (row.kind === 'finding' ? [row.title] : []));

/** The lines of the screen with something marked, without the blanks around them. */
const marked = ({state}: Desk) => markedLines(state()).map(line => textOf(line).trim());

const part = (name: string, text: string) => `<details><summary>${name}</summary>\n\n${text}\n\n</details>\n\n`;

describe('a search in the detail', () => {
	const long = `Rename it.\n\n${Array.from({length: 30}, (_, index) => `Line ${index}.\n\n`).join('')}`;

	test('leaves the list unchanged, marks matches and goes to them; Esc ends it', async () => {
		const desk = await deskOn(review => review.comment('notes.md', 3, long).comment('src/list.txt', 2, 'Another.'));
		desk.press('tab', '/', ...'line 2');
		expect(frameOf(desk.state())).toContain('11 lines match');
		expect(titles(desk)).toHaveLength(2);
		expect(marked(desk)).toEqual(['Line 2.']);
		desk.press('enter', ';');
		expect(marked(desk)[0]).toBe('Line 20.');
		expect(desk.state().notice?.text).toBe('match 2 of 11');
		desk.press(';', ';');
		expect(desk.state().notice?.text).toBe('back at match 1 of 11');
		expect(marked(desk)).toContain('Line 2.');
		desk.press(',');
		expect(desk.state().notice?.text).toBe('back at match 11 of 11');
		expect(marked(desk)).toContain('Line 29.');
		desk.press('/', 'ctrl+u', ...'line 17', 'enter', ';');
		expect(desk.state().notice?.text).toBe('the only match');
		desk.press('escape');
		expect([marked(desk), desk.state().focus]).toEqual([[], 'detail']);
		desk.press('escape');
		expect(desk.state().focus).toBe('list');
	});

	test('that is canceled returns to where it began', async () => {
		const desk = await deskOn(review => review.comment('notes.md', 3, long));
		desk.press('tab', 'j', 'j');
		const {scroll} = desk.state();
		desk.press('/', ...'line 29');
		expect(desk.state().scroll).toBeGreaterThan(scroll);
		desk.press('escape');
		expect([desk.state().scroll, desk.state().search]).toEqual([scroll, '']);
	});

	test('that finds nothing shows so', async () => {
		const desk = await deskOn(review => review.comment('notes.md', 3, 'Rename it.'));
		desk.press('tab', '/', ...'missing');
		expect(frameOf(desk.state())).toContain('─ no match ─');
		desk.press('enter');
		expect(desk.state().notice?.text).toBe('"missing" is not in this detail');
	});

	test('opens the folded parts with a match, whatever was opened before', async () => {
		const body = `Why?\n\n${part('One', 'It is *here*.')}${part('Two', 'Not there.')}`;
		const desk = await deskOn(review => review.comment('notes.md', 3, body), 30);
		desk.press('f', 'f', 'F', 'tab', '/', ...'is here');
		expect(frameOf(desk.state())).toMatch(/▾ One\n.*It is here\.\n\n ▸ Two/);
	});
});

describe('a filter', () => {
	test('is:unseen lists findings that were not shown yet; a selected one stays until the list changes', async () => {
		const desk = await deskOn(review =>
			review.comment('notes.md', 3, 'One.').comment('src/list.txt', 2, 'Two.').comment('src/other.txt', 4, 'Three.'),
		);
		desk.press('/', ...'is:unseen', 'enter');
		expect(titles(desk)).toEqual(['Two.', 'Three.']);
		expect(selectedRow(desk.state())?.title).toBe('Two.');
		desk.press('s');
		expect(titles(desk)).toEqual(['Three.']);
		desk.press('escape', '/', ...'-is:unseen', 'enter');
		expect(titles(desk)).toHaveLength(3);
	});

	test('searches commented lines and hidden parts of comments', async () => {
		const prompt = `_⚠️ Potential issue_\n\n**Rename it.**\n\n${part('🤖 Prompt for AI Agents', 'In the orchard.')}`;
		const bot = {author: {login: 'coderabbitai', __typename: 'Bot' as const}};
		const desk = await deskOn(
			review => review.comment('notes.md', 3, prompt, bot).comment('src/list.txt', 2, 'Say more.'),
			40,
		);
		desk.press('/', ...'orchard', 'enter');
		expect(titles(desk)).toEqual(['Rename it.']);
		expect(marked(desk)).toContain('In the orchard.');
		desk.press('escape', '/', ...'"item 2"', 'enter');
		expect(titles(desk)).toEqual(['Say more.']);
	});
});
