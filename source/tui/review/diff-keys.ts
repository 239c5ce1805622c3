import {first} from '../app/keymap.ts';
import {contextAfter} from './context.ts';
import {inGroup, type Keys} from './key-group.ts';
import {canScrollLeft, canScrollRight, canSplit, hasShownCode} from './looked-at.ts';
import {hasPlan} from './reasons.ts';

export const planDiffKeys = inGroup('look', {
	diff: {
		keys: ['d'],
		help: 'show diff of all planned changes',
		hint: 'diff',
		disabled: hasPlan,
	},
	pager: {
		keys: ['p'],
		help: 'show that diff in your pager',
		disabled: hasPlan,
	},
});

/** Keys for what diffs and other code look like. */
export const codeKeys = {
	'more-context': {
		keys: ['}'],
		help: 'show more lines around changes',
		disabled: first(hasShownCode, ({context}) => (contextAfter(context, 1) === null ? 'no more lines to show' : null)),
	},
	'less-context': {
		keys: ['{'],
		help: 'show fewer lines around changes',
		disabled: first(hasShownCode, ({context}) =>
			contextAfter(context, -1) === null ? 'only the change is shown' : null,
		),
	},
	wrap: {
		keys: ['W'],
		help: 'wrap long lines or scroll sideways',
		isForScreen: true,
		disabled: hasShownCode,
	},
	'scroll-right': {
		keys: [')'],
		help: 'scroll long lines to the right',
		isForScreen: true,
		disabled: canScrollRight,
	},
	'scroll-left': {
		keys: ['('],
		help: 'scroll long lines to the left',
		isForScreen: true,
		disabled: canScrollLeft,
	},
	split: {
		keys: ['|'],
		help: 'show old and new lines side by side',
		isForScreen: true,
		disabled: canSplit,
	},
} satisfies Keys<string>;
