import {expect, test} from 'vitest';
import {withoutPictures} from '../../source/text/safe.ts';
import {detailLines} from '../../source/tui/review/detail.ts';
import {resultDiffOf} from '../../source/tui/review/result-diff.ts';
import {selectedRow} from '../../source/tui/review/selection.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';

test('a character without width is shown in the diff, in lines around it, in the title and in code of the comment', async () => {
	const tree = workTree({'src/list.txt': 'item 1\nzero\u200bwidth\nitem 3\nitem 4\n'});
	const from = reviewOf(tree)
		.suggest('src/list.txt', 3, ['item\u200b 3'], {body: 'Write it\u2060 so, as in `item\u200b 3`.'})
		.save();
	const desk = await openDesk(tree, from);
	expect(selectedRow(desk.state())?.title).toContain('it\\u2060 so');
	const detail = detailLines(desk.state(), 100).map(textOf);
	expect(detail).toContainEqual(expect.stringMatching(/ zero\\u200bwidth$/));
	expect(detail).toContainEqual(expect.stringMatching(/\+ item\\u200b 3$/));
	expect(detail).toContainEqual(expect.stringContaining('as in item\\u200b 3'));
	desk.press('space');
	await desk.planned();
	expect(resultDiffOf(desk.state(), 100).lines.map(textOf)).toContainEqual(expect.stringMatching(/\+ item\\u200b 3$/));
});

test('a letter that looks like another one is named, and the change stays planned', async () => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).suggest('src/list.txt', 2, ['it\u0435m 2']).save());
	expect(selectedRow(desk.state())?.entry.verdict).toEqual({
		outcome: 'planned',
		reason: 'the change adds U+0435, which looks like "e"',
	});
});

test('bots may write @ and a name with a character between that nobody sees', () => {
	expect(withoutPictures('Thanks @\u200bann')).toBe('Thanks @ann');
});
