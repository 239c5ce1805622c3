import type {Span} from '../text/line.ts';
import {filterNote} from './filter-prompt.ts';
import {reasonNote, wordsNote} from './for-good.ts';
import {linkNote} from './link-prompt.ts';
import {searchNote} from './search.ts';
import type {ReviewState} from './state.ts';

/** What is shown beside the open field; null for nothing. */
export function fieldNote(state: ReviewState): Span | null {
	const {dialog} = state;
	if (dialog?.kind !== 'field') return null;
	const {purpose} = dialog;
	if (purpose === 'search') return searchNote(state);
	if (purpose === 'reason' || purpose === 'reason-always') return reasonNote(state, {...dialog, purpose});
	if (purpose === 'words') return wordsNote(state, {...dialog, purpose});
	return purpose === 'link' ? linkNote(state, {...dialog, purpose}) : filterNote(state);
}
