import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

async function deskOn(body: string): Promise<Desk> {
	const tree = workTree();
	return openDesk(tree, reviewOf(tree).comment('notes.md', 3, body).save());
}

const links = (count: number) =>
	Array.from({length: count}, (_, index) => `[link ${index + 1}](https://example.com/${index + 1})`).join(' ');

test('O opens the only link at once', async () => {
	const {press, done, state} = await deskOn(`Please read ${links(1)}.`);
	press('O');
	expect(done.browsed).toEqual(['https://example.com/1']);
	expect(state().notice?.text).toBe('opening https://example.com/1');
});

test('O shows the links and opens the one with the typed number', async () => {
	const {press, done, state, store} = await deskOn(`${'Long.\n\n'.repeat(40)}${links(12)}`);
	store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	press('O');
	const shown = frameOf(state());
	expect(shown).toContain(' 10 link 10: ');
	expect(shown).toContain('number of a link, 1 to 12');
	press('3');
	expect(done.browsed).toEqual(['https://example.com/3']);
	expect(state().dialog).toBe(null);
	press('O', '1');
	expect(frameOf(state())).toContain('─ https://example.com/1 ─');
	press('2');
	press('O', '1', 'enter');
	expect(done.browsed.slice(1)).toEqual(['https://example.com/12', 'https://example.com/1']);
});

test('a number without a link can be corrected, and Esc opens nothing', async () => {
	const {press, done, state} = await deskOn(links(2));
	press('O', '3', 'enter');
	expect(frameOf(state())).toContain('there is no link 3');
	press('escape', 'O', 'x', 'enter', 'escape', 'O', 'enter');
	expect(state().dialog).toBe(null);
	expect(done.browsed).toEqual([]);
});

test('only web addresses are links', async () => {
	const {press, done, state} = await deskOn(
		'[a](javascript:alert(1)) [b](file:///etc/passwd) <ftp://x.example/> [c][1]\n\n[1]: vbscript:x',
	);
	press('O');
	expect(state().notice?.text).toBe('this comment shows no link');
	expect(done.browsed).toEqual([]);
});
