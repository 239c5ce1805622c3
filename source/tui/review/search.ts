import {count} from '../../text/sentences.ts';
import {notify, only} from '../app/state.ts';
import {type Span, span} from '../text/line.ts';
import {linesWithMatch} from '../text/marks.ts';
import {fieldOf, typeKey} from '../widgets/field.ts';
import {shownDetail} from './detail.ts';
import {detailPatterns} from './detail-patterns.ts';
import type {ReviewField, ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';

/** Asks for a text to search for in the detail. */
export const openSearch = (state: ReviewState): ReviewStep =>
	only({
		...state,
		beforeSearch: {text: state.search, scroll: state.scroll},
		dialog: {kind: 'field', purpose: 'search', label: 'Search', field: fieldOf(state.search)},
	});

/** A key while it is typed. */
export function answerSearch(state: ReviewState, dialog: ReviewField, key: string): ReviewStep {
	const {beforeSearch: before} = state;
	if (key === 'escape') return only({...state, dialog: null, search: before.text, scroll: before.scroll});
	if (key !== 'enter') return only(searchFor({...state, dialog: {...dialog, field: typeKey(dialog.field, key)}}));
	const closed: ReviewState = {...state, dialog: null};
	const isMissing = state.search !== '' && matchedLines(closed).length === 0;
	return only(isMissing ? notify(closed, nothingFound(closed), 'warning') : closed);
}

/** Goes to the first match of the typed text from where the search began. */
export function searchFor(state: ReviewState): ReviewState {
	const {dialog, beforeSearch} = state;
	if (dialog?.kind !== 'field' || dialog.purpose !== 'search') return state;
	const next = {...state, search: dialog.field.text.trim()};
	const found = matchedLines(next);
	const {height} = shownDetail(next);
	const at = found.find(line => line >= beforeSearch.scroll) ?? found[0];
	const isVisible = at === undefined || (at >= beforeSearch.scroll && at < beforeSearch.scroll + height);
	return {...next, scroll: isVisible ? beforeSearch.scroll : topFor(at)};
}

/** To the next match that the detail does not show yet. */
export function toFound(state: ReviewState, direction: 1 | -1): ReviewState {
	const {height} = shownDetail(state);
	const found = matchedLines(state);
	if (found.length === 0) return notify(state, nothingFound(state), 'warning');
	const next = nextMatch(found, state.scroll, height, direction);
	const at = next ?? (direction === 1 ? found[0] : found.at(-1)) ?? 0;
	const place = `match ${found.indexOf(at) + 1} of ${found.length}`;
	const words = next === undefined ? `back at ${place}` : place;
	return notify({...state, scroll: topFor(at)}, found.length === 1 ? 'the only match' : words);
}

/** The nearest of these lines below or above the window. */
export const nextMatch = (found: readonly number[], top: number, height: number, direction: 1 | -1) =>
	direction === 1 ? found.find(at => at >= top + height) : found.findLast(at => at < top);

/** Lines of the detail above a match. */
const linesBefore = 2;

/** The first visible line, so that a match is below the top. */
export const topFor = (match: number): number => Math.max(0, match - linesBefore);

/** The lines of the detail in which something is marked. */
export const matchedLines = (state: ReviewState): number[] =>
	linesWithMatch(shownDetail(state).lines, detailPatterns(state));

/** Beside the prompt: how many lines match. */
export function searchNote(state: ReviewState): Span {
	if (state.search === '') return span('text in the detail; a capital makes the case count');
	const {length} = matchedLines(state);
	return length === 0
		? span('no match', 'warning')
		: span(`${count(length, 'line')} ${length === 1 ? 'matches' : 'match'}`);
}

const nothingFound = ({search}: ReviewState) => `"${search}" is not in this detail`;
