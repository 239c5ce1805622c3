import {expect, test} from 'vitest';
import {dataSetOf} from '../../../source/run/benchmark/from-pull-request.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {desk} from './desk.ts';

test('what was committed in the end is the truth of resolved threads', async () => {
	const tree = workTree();
	const review = reviewOf(tree, {headRefName: 'main'})
		.comment('src/list.txt', 2, 'Say more.', {isResolved: true})
		.comment('src/list.txt', [6, 7], 'One line is enough.', {isResolved: true})
		.comment('src/list.txt', 11, 'Never done.', {isResolved: true})
		.comment('src/other.txt', 1, 'Still open.', {isResolved: false});
	const lines = numbered('item', 12).split('\n');
	lines.splice(5, 2, 'both items');
	lines.splice(1, 1, 'item two, as it was ordered');
	tree.commit({'src/list.txt': lines.join('\n')});
	review.pullRequest.data.headRefOid = tree.head;
	const {context} = await desk({folder: tree.root, env: tree.env as Record<string, string>});
	const {entries, notes} = await dataSetOf({from: review.save()}, 'all', context);
	expect(entries.map(({id, body, line, truth}) => ({id, body, line, truth}))).toEqual([
		{
			id: 'simple[0]',
			body: 'Say more.',
			line: 2,
			truth: {
				changes: 1,
				lines: {start: 2, end: 2},
				changeType: 'modification',
				confidence: null,
				replacements: [['item two, as it was ordered']],
			},
		},
		{
			id: 'simple[1]',
			body: 'One line is enough.',
			line: 7,
			truth: expect.objectContaining({lines: {start: 6, end: 7}, replacements: [['both items']]}),
		},
	]);
	expect(entries[0]!.file).toHaveLength(12);
	expect(notes).toEqual(['Skipped 1 of 3 threads: 1 resolved without a change near their lines.']);
});
