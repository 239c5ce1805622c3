import {expect, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

const part = (name: string, text: string) => `<details><summary>${name}</summary>\n\n${text}\n\n</details>\n\n`;

async function deskOn(body: string) {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).comment('notes.md', 3, body).save());
	const shown = () => (frameOf(desk.state()).match(/[▸▾] \S+|(?:one|two|inner) text/g) ?? []).join(', ');
	return {...desk, shown};
}

test('f opens one folded part after the other, F closes them', async () => {
	const body = `Please look.\n\n${part('One', `one text\n\n${part('Inner', 'inner text')}`)}${part('Two', 'two text')}`;
	const {press, shown} = await deskOn(body);
	expect(shown()).toBe('▸ One, ▸ Two');
	press('f');
	expect(shown()).toBe('▾ One, one text, ▸ Inner, ▸ Two');
	press('f');
	expect(shown()).toBe('▾ One, one text, ▾ Inner, inner text, ▸ Two');
	press('f');
	expect(shown()).toBe('▾ One, one text, ▾ Inner, inner text, ▾ Two, two text');
	press('F', 'F');
	expect(shown()).toBe('▾ One, one text, ▸ Inner, ▸ Two');
	press('v');
	expect(shown()).toBe('▾ One, one text, ▾ Inner, inner text, ▾ Two, two text');
	press('F');
	expect(shown()).toBe('▾ One, one text, ▾ Inner, inner text, ▸ Two');
	press('v');
	expect(shown()).toBe('▸ One, ▸ Two');
});

test('a part that opens below the window moves into it', async () => {
	const {press, shown, store} = await deskOn(`${'Long.\n\n'.repeat(40)}${part('One', 'one text')}`);
	store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	expect(shown()).toBe('');
	press('f');
	expect(shown()).toBe('▾ One, one text');
});

test('keys for folds show why they do nothing', async () => {
	const {press, state} = await deskOn('Rename it.');
	press('f');
	expect(state().notice?.text).toBe('this comment has no folded part');
	press('F');
	expect(state().notice?.text).toBe('no folded part is open');
});
