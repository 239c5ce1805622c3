import {listCommands, scrollDetail} from '../app/list.ts';
import {notify, only} from '../app/state.ts';
import type {ReviewHandler} from './actions.ts';
import {layoutOf, list, withListResized} from './arrangement.ts';
import {shownDetail} from './detail.ts';
import {inGroup} from './key-group.ts';
import {hasNextOpen, isUnread, nextOpen} from './next-open.ts';
import {hasPatterns} from './reasons.ts';
import {moveCursor} from './rows.ts';
import {matchedLines, nextMatch, toFound, topFor} from './search.ts';
import {selectionOf} from './selection.ts';

export const moveKeys = inGroup('move', {
	down: {keys: ['j', 'down'], help: 'move down'},
	up: {keys: ['k', 'up'], help: 'move up'},
	'scroll-down': {keys: ['J'], help: 'scroll detail down'},
	'scroll-up': {keys: ['K'], help: 'scroll detail up'},
	'half-down': {keys: ['ctrl+d'], help: 'scroll detail half a page down'},
	'half-up': {keys: ['ctrl+u'], help: 'scroll detail half a page up'},
	'page-down': {keys: ['pagedown'], help: 'scroll detail a page down'},
	'page-up': {keys: ['pageup'], help: 'scroll detail a page up'},
	'list-page-down': {keys: ['ctrl+f'], help: 'move a page down in list'},
	'list-page-up': {keys: ['ctrl+b'], help: 'move a page up in list'},
	top: {keys: ['g', '<', 'home'], help: 'go to top'},
	bottom: {keys: ['G', '>', 'end'], help: 'go to bottom'},
	'next-open': {
		keys: ['n'],
		help: 'next open finding',
		hint: state => (hasNextOpen(state) ? 'next open' : null),
	},
	'previous-open': {keys: ['N'], help: 'previous open finding'},
	'next-match': {
		keys: [';'],
		help: 'next match of filter or search',
		hint: 'next match',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'previous-match': {
		keys: [','],
		help: 'previous match of filter or search',
		isForScreen: true,
		disabled: hasPatterns,
	},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane'},
	'first-pane': {keys: ['1'], help: 'focus findings'},
	'second-pane': {keys: ['2', 'enter'], help: 'focus detail'},
});

/** In the detail whichever pane is focused, unless only the list is visible. */
const scrollDetailBy =
	(steps: (page: number) => number): ReviewHandler =>
	state => {
		const layout = layoutOf(state);
		const isListAlone = layout.kind === 'single' && layout.shown === 'list';
		return only((isListAlone ? list.move : scrollDetail)(state, steps(layout.detail.height)));
	};

const turnList =
	(direction: 1 | -1): ReviewHandler =>
	state =>
		only(list.move(state, direction * Math.max(1, layoutOf(state).list.height - 1)));

const toOpen =
	(direction: 1 | -1): ReviewHandler =>
	state => {
		const next = nextOpen(state, direction);
		if (!next) return only(notify(state, 'no open finding in the list'));
		if (next.at === state.cursor && !isUnread(state)) return only(notify(state, 'no other open finding in the list'));
		const moved = {...state, cursor: next.at};
		return only(next.note === null ? moved : notify(moved, next.note));
	};

/** To the next match that the detail does not show yet; a filter has more of them in the next finding. */
const toMatch =
	(direction: 1 | -1): ReviewHandler =>
	state => {
		if (state.search !== '') return only(toFound(state, direction));
		const {cursor, scroll} = state;
		const line = nextMatch(matchedLines(state), scroll, shownDetail(state).height, direction);
		if (line !== undefined) return only({...state, scroll: topFor(line)});
		const next = moveCursor(state.list, cursor, direction);
		if (next !== cursor) return only({...state, cursor: next});
		const other = moveCursor(state.list, cursor, direction === 1 ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER);
		return only(notify({...state, cursor: other}, 'wrapped around the list'));
	};

const toSide =
	(step: number): ReviewHandler =>
	state => {
		const many = selectionOf(state)?.sides.length ?? 1;
		return only({...state, side: (state.side + step + many) % many});
	};

export const moveCommands = {
	...listCommands(list),
	'scroll-down': scrollDetailBy(() => 1),
	'scroll-up': scrollDetailBy(() => -1),
	'half-down': scrollDetailBy(page => Math.ceil(page / 2)),
	'half-up': scrollDetailBy(page => -Math.ceil(page / 2)),
	'page-down': scrollDetailBy(page => page),
	'page-up': scrollDetailBy(page => -page),
	'list-page-down': turnList(1),
	'list-page-up': turnList(-1),
	'grow-list': state => only(withListResized(state, 1) ?? state),
	'shrink-list': state => only(withListResized(state, -1) ?? state),
	'next-open': toOpen(1),
	'previous-open': toOpen(-1),
	// Whichever pane is focused.
	'next-finding': state => only(list.move(state, 1)),
	'previous-finding': state => only(list.move(state, -1)),
	'next-match': toMatch(1),
	'previous-match': toMatch(-1),
	'next-side': toSide(1),
	'previous-side': toSide(-1),
} satisfies Record<string, ReviewHandler>;
