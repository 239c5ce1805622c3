import {describe, expect, test} from 'vitest';
import {findingLines} from '../../source/tui/review/list-pane.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {bot, user} from '../emulators/github/data.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';

const rabbit = {author: bot('coderabbitai')};

/** Four changes, one in words, and two in conflict, in the order of the list. */
async function desk(more: Parameters<typeof openDesk>[2] = {}) {
	const tree = workTree({'src/list.txt': numbered('item', 40)});
	const review = reviewOf(tree);
	for (const line of [3, 6, 9, 12]) review.suggest('src/list.txt', line, [`better ${line}`], rabbit);
	review.comment('src/list.txt', 15, 'Please think about this name again.', rabbit);
	review.suggest('src/list.txt', 20, ['one'], {author: user('ann')}).suggest('src/list.txt', 20, ['two'], rabbit);
	const opened = await openDesk(tree, review.save(), more);
	opened.press('g');
	return opened;
}

const actions = ({state}: Desk) => [...state().history.now.values()].map(({action}) => action);

const marked = ({state}: Desk) =>
	findingLines(state(), {width: 60, height: 20}).filter(line => textOf(line).startsWith('>')).length;

describe('a range', () => {
	test('begins where V is pressed, is marked, and is applied as a whole by one key', async () => {
		const at = await desk();
		at.press('V', 'j', 'j');
		expect(marked(at)).toBe(3);
		at.press('space');
		expect([actions(at), at.state().range]).toEqual([['apply', 'apply', 'apply'], null]);
		expect(at.state().notice?.text).toContain('3 changes chosen');
		at.press('z');
		expect(actions(at)).toEqual([]);
	});

	test('goes upward too, and Esc or V ends it', async () => {
		const at = await desk();
		at.press('j', 'j', 'V', 'k');
		expect(marked(at)).toBe(2);
		at.press('escape');
		expect([marked(at), at.state().range]).toEqual([1, null]);
		at.press('V', 'j', 'V');
		expect(marked(at)).toBe(1);
	});

	test('is declined as a whole, with one reason', async () => {
		const at = await desk();
		at.press('V', 'j', 'x', ...'later', 'enter');
		expect([...at.state().history.now.values()]).toMatchObject([
			{action: 'decline', reason: 'later'},
			{action: 'decline', reason: 'later'},
		]);
		expect(at.state().range).toBeNull();
	});

	test('leaves conflicts, remarks in words and what is decided', async () => {
		const at = await desk();
		at.press('space', 'V', 'G', 'space');
		expect(actions(at)).toEqual(['apply', 'apply', 'apply', 'apply']);
		at.press('g', 'V', 'space');
		expect(at.state().notice?.text).toBe('every change in this range is decided');
	});

	test('is over once its first finding is not listed any more', async () => {
		const at = await desk();
		at.press('V', '/', ...'think', 'enter');
		expect(marked(at)).toBe(1);
		at.press('escape', 'escape', 'g', 'V', '/', ...'-"better 3"', 'enter');
		expect(marked(at)).toBe(1);
		at.press('space');
		expect(actions(at)).toEqual(['apply']);
	});
});

test('with the setting, Space goes on to the next finding, unless it takes a decision back', async () => {
	const at = await desk({goesOn: true});
	at.press('space', 'space');
	expect([actions(at), at.state().cursor]).toEqual([['apply', 'apply'], 3]);
	at.press('k', 'space');
	expect([actions(at), at.state().cursor]).toEqual([['apply'], 2]);
});
