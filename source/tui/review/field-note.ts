import type {Span} from '../text/line.ts';
import {filterNote} from './filter-prompt.ts';
import {reasonNote, wordsNote} from './for-good.ts';
import {linkNote} from './link-prompt.ts';
import {searchNote} from './search.ts';
import type {ReviewField, ReviewState} from './state.ts';

type Note = (state: ReviewState, field: ReviewField) => Span | null;

const notes: Readonly<Partial<Record<ReviewField['purpose'], Note>>> = {
	filter: filterNote,
	search: searchNote,
	reason: reasonNote,
	'reason-always': reasonNote,
	words: wordsNote,
	link: linkNote,
};

/** What is shown beside the open field; null for nothing. */
export const fieldNote = (state: ReviewState): Span | null =>
	state.dialog?.kind === 'field' ? (notes[state.dialog.purpose]?.(state, state.dialog) ?? null) : null;
