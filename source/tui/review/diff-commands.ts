import {diffOf} from '../../run/plan/plan-of.ts';
import {escapeLines} from '../../text/escape-controls.ts';
import {count} from '../../text/sentences.ts';
import {first, hintTo, keyTo} from '../app/keymap.ts';
import {doing, notify, only} from '../app/state.ts';
import {showPage} from '../app/update.ts';
import {goesOnRight} from '../text/code-window.ts';
import {usualContext} from '../text/diff-rows.ts';
import type {Line} from '../text/line.ts';
import {canHaveTwoColumns, hasTwoColumns} from '../text/split-diff.ts';
import type {ReviewHandler} from './actions.ts';
import {layoutOf} from './arrangement.ts';
import {detailLines} from './detail.ts';
import {diffPageWidth, isOnDiffPage} from './diff-view.ts';
import {inGroup, type Keys} from './key-group.ts';
import {hasPlan, type ReviewReason} from './reasons.ts';
import {selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The lines with the diffs that are looked at: those of the page if it is open, otherwise those of the detail. */
export function lookedAt(state: ReviewState): {lines: readonly Line[]; width: number} {
	if (isOnDiffPage(state)) return {lines: state.resultDiff?.lines ?? [], width: diffPageWidth(state)};
	const width = layoutOf(state).detail.width - 1;
	return {lines: detailLines(state, width), width};
}

/** Whether there is a diff or other code to look at. */
const hasShownCode: ReviewReason = state => {
	if (isOnDiffPage(state)) return null;
	const selection = selectionOf(state);
	if (!selection) return 'no finding is selected';
	return selection.clusters.length > 0 || selection.finding.path !== null ? null : 'this comment is not on a file';
};

const isNotWrapped: ReviewReason = state =>
	state.sideways === null ? `long lines are wrapped; press ${keyTo(state, 'wrap')} to change that` : null;

const hasRight: ReviewReason = state =>
	lookedAt(state).lines.some(each => goesOnRight(each, state.symbols)) ? null : 'no line goes on at the right';

const canScrollRight = first(hasShownCode, isNotWrapped, hasRight);

const canScrollLeft = first(hasShownCode, isNotWrapped, ({sideways}) =>
	sideways === 0 ? 'this is where lines begin' : null,
);

const canSplit = first(hasShownCode, state =>
	canHaveTwoColumns(lookedAt(state).width) ? null : 'old and new lines have no room side by side',
);

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

/** Lines around a change; the last is more than most files have. */
const contexts: readonly number[] = [0, 1, usualContext, 10, 30, 100, 1000];

/** The next or previous number of lines; null if there is none. */
const contextAfter = (context: number, step: 1 | -1): number | null =>
	contexts[contexts.indexOf(context) + step] ?? null;

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
