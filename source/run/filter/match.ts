import type {Severity} from '../../review/finding.ts';
import {escapePattern} from '../../text/escape-pattern.ts';
import {type FilterQuery, type FilterTerm, type FindingState, reviewerKey} from './query.ts';

/** Text to search, with single blanks, and the same in lower case. */
export type SearchText = {text: string; lower: string};

/** What a filter looks at in a finding. */
export type FilterSubject = {
	text: () => SearchText;
	is: (state: FindingState) => boolean;
	/** Names of all who wrote in its thread. */
	participants: () => readonly string[];
	severity: Severity | null;
	/** Paths of the finding, today and when it was written. */
	paths: () => readonly string[];
};

export function searchTextOf(parts: readonly string[]): SearchText {
	// Single blanks are skipped: replacing them takes most of the time.
	const text = parts.join('\n').replace(/\s{2,}|[^\S ]/g, ' ');
	return {text, lower: text.toLowerCase()};
}

/** Whether all conditions of a filter hold. */
export const matchesFilter = ({terms}: FilterQuery, subject: FilterSubject): boolean =>
	terms.every(term => fitsTerm(term, subject) !== term.isNot);

function fitsTerm(term: FilterTerm, {text, is, participants, severity, paths}: FilterSubject): boolean {
	switch (term.kind) {
		case 'text':
			return contains(text(), term);
		case 'is':
			return term.states.some(is);
		case 'by':
			return term.names.some(name => participants().some(each => reviewerKey(each).startsWith(name)));
		case 'sev':
			return term.fits(severity);
		case 'path':
			return paths().some(term.fits);
	}
}

type TextTerm = Extract<FilterTerm, {kind: 'text'}>;

function contains({text, lower}: SearchText, term: TextTerm): boolean {
	const [from, wanted] = term.isCaseSensitive ? [text, term.text] : [lower, term.text.toLowerCase()];
	if (from.includes(wanted)) return true;
	// A phrase is found across `code` and *emphasis*, as it is read.
	return wanted.includes(' ') && withoutMarks(from).includes(withoutMarks(wanted));
}

/** Without marks of code and emphasis. */
export const withoutMarks = (text: string) => text.replace(/[`*_~]+/g, '');

/** Patterns of the texts that a filter looks for, to mark them; without those that it excludes. */
export const patternsOf = ({terms}: Pick<FilterQuery, 'terms'>): RegExp[] =>
	terms
		.filter(term => term.kind === 'text')
		.filter(({isNot}) => !isNot)
		.map(({text, isCaseSensitive}) => new RegExp(escaped(text), isCaseSensitive ? 'gu' : 'giu'));

/** A phrase may be wrapped. */
const escaped = (text: string) => escapePattern(text).replaceAll(' ', '\\s+');
