import {diffOf} from '../../run/plan/plan-of.ts';
import {escapeLines} from '../../text/escape-controls.ts';
import {count} from '../../text/sentences.ts';
import {first, hintTo, keyTo} from '../app/keymap.ts';
import {doing, notify, only} from '../app/state.ts';
import {showPage} from '../app/update.ts';
import {hasTwoColumns} from '../text/split-diff.ts';
import type {ReviewHandler} from './actions.ts';
import {contextAfter} from './context.ts';
import {inGroup, type Keys} from './key-group.ts';
import {canScrollLeft, canScrollRight, canSplit, hasShownCode, lookedAt} from './looked-at.ts';
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

const toContext =
	(step: 1 | -1): ReviewHandler =>
	state => {
		const context = contextAfter(state.context, step) ?? state.context;
		return only(notify({...state, context}, `${count(context, 'line')} around each change`));
	};

/** Half of what is visible of a line. */
const toSideways =
	(step: 1 | -1): ReviewHandler =>
	state => {
		const {width} = lookedAt(state);
		const room = hasTwoColumns({...state, width}) ? width / 2 : width;
		return only({...state, sideways: Math.max(0, (state.sideways ?? 0) + step * Math.floor(room / 2))});
	};

export const diffCommands = {
	'more-context': toContext(1),
	'less-context': toContext(-1),
	wrap: state => {
		const sideways = state.sideways === null ? 0 : null;
		return only(
			notify({...state, sideways}, sideways === null ? 'long lines are wrapped' : 'long lines are not wrapped'),
		);
	},
	'scroll-right': toSideways(1),
	'scroll-left': toSideways(-1),
	split: state => only({...state, split: !hasTwoColumns({...state, width: lookedAt(state).width})}),
	pager: state => {
		const {planned, context} = state;
		if (!planned) return only(state);
		// Foreign text cannot drive the terminal; the end of a line on Windows is no character of it.
		const diff = escapeLines(diffOf(planned.analysis, planned.plan, context).replaceAll('\r\n', '\n'));
		return doing(state, {type: 'show-diff', diff});
	},
	diff: showPage('diff', keyed => [
		{key: 'n/N', word: 'file'},
		{key: `${keyTo(keyed, 'more-context')}/${keyTo(keyed, 'less-context')}`, word: 'lines'},
		hintTo(keyed, 'split', 'split'),
		hintTo(keyed, 'wrap', 'wrap'),
		hintTo(keyed, 'pager', 'pager'),
	]),
} satisfies Record<string, ReviewHandler>;
