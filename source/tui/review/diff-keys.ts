import {type Bindings, first} from '../app/keymap.ts';
import {contextAfter} from './context.ts';
import {canScrollLeft, canScrollRight, canSplit, hasShownCode} from './looked-at.ts';
import {hasPlan} from './reasons.ts';
import type {ReviewState} from './state.ts';

/** Keys for the diff of everything that is planned. */
export const planDiffKeys = {
	diff: {
		keys: ['d'],
		help: 'show diff of all planned changes',
		hint: 'diff',
		group: 'look',
		disabled: hasPlan,
	},
	pager: {
		keys: ['p'],
		help: 'show that diff in your pager',
		group: 'look',
		disabled: hasPlan,
	},
} as const satisfies Bindings<ReviewState>;

/** Keys for what diffs and other code look like. */
export const codeKeys = {
	'more-context': {
		keys: ['}'],
		help: 'show more lines around changes',
		group: 'look',
		disabled: first(hasShownCode, ({context}) => (contextAfter(context, 1) === null ? 'no more lines to show' : null)),
	},
	'less-context': {
		keys: ['{'],
		help: 'show fewer lines around changes',
		group: 'look',
		disabled: first(hasShownCode, ({context}) =>
			contextAfter(context, -1) === null ? 'only the change is shown' : null,
		),
	},
	wrap: {
		keys: ['W'],
		help: 'wrap long lines or scroll sideways',
		group: 'look',
		isForScreen: true,
		disabled: hasShownCode,
	},
	'scroll-right': {
		keys: [')'],
		help: 'scroll long lines to the right',
		group: 'look',
		isForScreen: true,
		disabled: canScrollRight,
	},
	'scroll-left': {
		keys: ['('],
		help: 'scroll long lines to the left',
		group: 'look',
		isForScreen: true,
		disabled: canScrollLeft,
	},
	split: {
		keys: ['|'],
		help: 'show old and new lines side by side',
		group: 'look',
		isForScreen: true,
		disabled: canSplit,
	},
} as const satisfies Bindings<ReviewState>;
