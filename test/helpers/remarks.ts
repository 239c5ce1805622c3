import {shouldRead} from '../emulators/vendor/obedient.ts';
import {reviewOf} from './review-of.ts';
import type {WorkTree} from './work-tree.ts';

/** A recording of remarks in words alone: one on each of the first lines of a file, which is to read `ITEM 1`, .... */
export function remarks(tree: WorkTree, count: number, path = 'src/list.txt'): string {
	const review = reviewOf(tree, {headRefName: 'main'});
	for (let line = 1; line <= count; line += 1) review.comment(path, line, shouldRead(`ITEM ${line}`));
	return review.save(`remarks-${count}.json`);
}

/** A recording of a remark in words on line 2, and of a suggestion for line 9 that needs no model. */
export const remarkAndSuggestion = (tree: WorkTree) =>
	reviewOf(tree, {headRefName: 'main'})
		.comment('src/list.txt', 2, shouldRead('item two'))
		.suggest('src/list.txt', 9, ['item nine'])
		.save();
