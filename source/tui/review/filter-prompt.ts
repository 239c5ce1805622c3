import {severities} from '../../review/finding.ts';
import {participantsOf} from '../../run/filter/listed.ts';
import {patternsOf} from '../../run/filter/match.ts';
import {
	findingStates,
	type Qualifier,
	qualifiers,
	readFilter,
	severityNames,
	statesBesideOutcome,
} from '../../run/filter/query.ts';
import {graphemesOf} from '../../text/graphemes.ts';
import {safe} from '../../text/safe.ts';
import {type Span, span} from '../text/line.ts';
import type {Field} from '../widgets/field.ts';
import type {ListEntry} from './rows.ts';
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

/** They are looked for only to complete a name: among thousands of findings, that takes longer than to filter them. */
function filterNames({all}: ReviewState['list']): FilterNames {
	const namesOf = (named: (entry: ListEntry) => string | readonly string[]) =>
		[...new Set([...all.values()].flatMap(({entry}) => named(entry)))].sort();
	return {
		reviewers: () => namesOf(participantsOf),
		paths: () => namesOf(({path}) => path ?? []),
	};
}

/** Patterns of what the filter of the list looks for, to mark them. */
export const filterPatterns = ({filter}: Pick<ReviewState, 'filter'>): RegExp[] => patternsOf(readFilter(filter));

/** Names that exist in this pull request. */
type FilterNames = Readonly<Record<'reviewers' | 'paths', () => readonly string[]>>;

/** `typed`: the part before the cursor that the options complete; `end`: what follows a complete one. */
type Completion = {typed: string; options: readonly string[]; end: ' ' | ''};

/** What the word before the cursor can become; no options if it is only text. */
export function completionOf({text, cursor}: Field, names: FilterNames): Completion {
	const before = graphemesOf(text).slice(0, cursor).join('');
	const [, word = ''] = /(?:^|\s)-?([^\s"]*)$/.exec(before) ?? [];
	const [, name, value] = /^([a-z]+):(.*)$/is.exec(word) ?? [];
	if (name === undefined || value === undefined) {
		const all = /(?:^|\s)-?[^\s"]*$/.test(before) ? qualifiers.map(each => `${each}:`) : [];
		return {typed: word, options: beginningWith(word, all), end: ''};
	}
	const qualifier = qualifiers.find(each => each === name.toLowerCase());
	const typed = qualifier === undefined || qualifier === 'path' ? value : value.replace(/^.*,/s, '');
	const options = qualifier === undefined ? [] : valuesOf(qualifier, typed, names);
	return {typed, options: beginningWith(typed, options), end: ' '};
}

function valuesOf(qualifier: Qualifier, typed: string, {reviewers, paths}: FilterNames): readonly string[] {
	switch (qualifier) {
		case 'is':
			return findingStates;
		case 'by':
			return reviewers();
		case 'sev': {
			const [sign = ''] = /^[<>]=?/.exec(typed) ?? [];
			return (sign === '' ? severityNames : severities).map(each => `${sign}${each}`);
		}
		case 'path':
			return paths();
	}
}

const beginningWith = (typed: string, options: readonly string[]) =>
	options.filter(option => option.toLowerCase().startsWith(typed.toLowerCase()));

/** The field with the word before the cursor completed as far as its options agree. */
export function complete(field: Field, names: FilterNames): Field {
	const {typed, options, end} = completionOf(field, names);
	const [first] = options;
	if (first === undefined) return field;
	const common = options.length === 1 ? `${quotedName(first)}${end}` : commonStart(options);
	if (graphemesOf(common).length < graphemesOf(typed).length) return field;
	const characters = graphemesOf(field.text);
	const before = characters.slice(0, field.cursor).join('');
	const completed = before.slice(0, before.length - typed.length) + common;
	return {text: completed + characters.slice(field.cursor).join(''), cursor: graphemesOf(completed).length};
}

/** A name with blanks needs quotes. */
const quotedName = (name: string) => (/\s/.test(name) && !name.includes('"') ? `"${name}"` : name);

function commonStart(names: readonly string[]): string {
	const [first = [], ...others] = names.map(graphemesOf);
	const end = first.findIndex((character, at) => others.some(other => other[at] !== character));
	return (end === -1 ? first : first.slice(0, end)).join('');
}
