import {participantsOf} from '../../run/filter/listed.ts';
import {patternsOf} from '../../run/filter/match.ts';
import {readFilter, statesBesideOutcome} from '../../run/filter/query.ts';
import {safe} from '../../text/safe.ts';
import {type Span, span} from '../text/line.ts';
import {complete, completionOf, type FilterNames} from './filter-completion.ts';
import type {ReviewField, ReviewState} from './state.ts';

/** What a filter understands, in one line. */
export const filterSyntax = 'words "a phrase" -word is: by: sev: path:';

/** What each part of a filter finds, for the help. */
export const filterHelp: readonly (readonly [string, string])[] = [
	['word', 'in text, code, paths and names; a capital makes the case count'],
	['"a phrase"', 'these words together'],
	['-word', 'not this; also before qualifiers'],
	['is:open', `an outcome, or ${statesBesideOutcome.join(', ')}`],
	['by:copilot', 'the beginning of a name, of who replied too'],
	['sev:major', 'this severity; sev:>=major for this and above'],
	['path:src/**', 'a pattern, a folder or the beginning of a name'],
	['is:stale,conflict', 'either'],
];

/** Beside the prompt: what is wrong, otherwise how many findings match and what can follow. */
export function filterNote(state: ReviewState, {field}: ReviewField): Span {
	const {list, filter} = state;
	const matches = filter.trim() === '' ? filterSyntax : matchCount(state);
	const {options, end} = completionOf(field, filterNames(list));
	// Qualifiers complete any word; values are listed once theirs is typed.
	const isOpen = end === ' ' && options.length > 1;
	const {fault} = readFilter(filter);
	if (fault !== null && !isOpen) return span(safe(fault), 'warning');
	return span(isOpen ? `${matches}; Tab: ${safe(options.join(' '))}` : matches, 'plain');
}

export function matchCount({list: {shown, hidden, all}}: Pick<ReviewState, 'list'>): string {
	const rest = hidden > 0 ? `, ${hidden} of them hidden (.)` : '';
	return `${shown + hidden} of ${all.size} match${rest}`;
}

/** The prompt after Tab. */
export const completeFilter = (prompt: ReviewField, {list}: ReviewState): ReviewField => ({
	...prompt,
	field: complete(prompt.field, filterNames(list)),
});

function filterNames({all}: ReviewState['list']): FilterNames {
	const rows = [...all.values()];
	const sorted = (names: readonly string[]) => [...new Set(names)].sort();
	return {
		reviewers: sorted(rows.flatMap(({entry}) => participantsOf(entry))),
		paths: sorted(rows.flatMap(({entry}) => entry.path ?? [])),
	};
}

/** Patterns of what the filter of the list looks for, to mark them. */
export const filterPatterns = ({filter}: Pick<ReviewState, 'filter'>): RegExp[] => patternsOf(readFilter(filter));
