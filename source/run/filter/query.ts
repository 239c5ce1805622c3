import {type Severity, severities, severityRank} from '../../review/finding.ts';
import {compilePattern} from '../plan/path-pattern.ts';
import {outcomes} from '../report/outcome.ts';

/** What a finding is besides its outcome. */
export const statesBesideOutcome = [
	'open',
	'unseen',
	'decided',
	'model',
	'resolved',
	'outdated',
	'hidden',
	'reply',
	'pending',
] as const;

/** Values of `is:`. */
export const findingStates = [...statesBesideOutcome, ...outcomes] as const;

export type FindingState = (typeof findingStates)[number];

/** Values of `sev:`; `none` for a finding without a stated severity. */
export const severityNames = [...severities, 'none'] as const;

export const qualifiers = ['is', 'by', 'sev', 'path'] as const;

export type Qualifier = (typeof qualifiers)[number];

/** One condition of a filter; `isNot` turns it around. */
export type FilterTerm = {isNot: boolean} & (
	| {kind: 'text'; text: string; isCaseSensitive: boolean}
	| {kind: 'is'; states: readonly FindingState[]}
	| {kind: 'by'; names: readonly string[]}
	| {kind: 'sev'; fits: (severity: Severity | null) => boolean}
	| {kind: 'path'; fits: (path: string) => boolean}
);

/** A filter that was read. `fault`: the first condition that is not understood, which limits nothing. */
export type FilterQuery = {terms: readonly FilterTerm[]; fault: string | null};

/** A minus, a qualifier that is neither `::` nor `://`, and a phrase or a word. */
const queryToken = /\s*(-(?=\S))?(?:([a-z]+):(?!:|\/\/))?(?:"([^"]*)"?|(\S*))/giy;

/**
 * Reads a filter: words, "phrases" and qualifiers, of which all must match; a minus excludes. Values of a qualifier are
 * separated by commas, of which any may match. Never throws.
 */
export function readFilter(filter: string): FilterQuery {
	const text = filter.trim();
	const terms: FilterTerm[] = [];
	let fault: string | null = null;
	for (const [, minus, name, phrase, word = ''] of tokensOf(text)) {
		const value = phrase ?? word;
		const read = name === undefined ? textTerm(value) : qualifierTerm(name.toLowerCase(), value, phrase !== undefined);
		if (typeof read === 'string') fault ??= read;
		else if (read !== null) terms.push({...read, isNot: minus !== undefined});
	}
	return {terms, fault};
}

function* tokensOf(text: string): Generator<RegExpExecArray> {
	const pattern = new RegExp(queryToken);
	while (pattern.lastIndex < text.length) {
		const found = pattern.exec(text);
		// Every rest matches with at least one character.
		if (!found) return;
		yield found;
	}
}

type Condition = FilterTerm extends infer Term ? (Term extends FilterTerm ? Omit<Term, 'isNot'> : never) : never;

/** The condition that a text occurs; null if it is blank. A capital makes the case count. */
export function textTerm(value: string): Extract<Condition, {kind: 'text'}> | null {
	const text = value.trim().replace(/\s+/g, ' ');
	return text === '' ? null : {kind: 'text', text, isCaseSensitive: /\p{Lu}/u.test(text)};
}

function qualifierTerm(name: string, value: string, isPhrase: boolean): Condition | string {
	if (!isQualifier(name)) {
		const known = qualifiers.map(each => `${each}:`).join(', ');
		return `Unknown qualifier "${name}:". Expected: ${known}, or quotes around the text`;
	}
	const values = isPhrase ? [value] : value.split(',').filter(Boolean);
	if (values.every(each => each === '')) return `${name}: requires a value${expectedValues(name)}`;
	switch (name) {
		case 'is':
			return isTerm(values);
		case 'by':
			return {kind: 'by', names: values.map(reviewerKey)};
		case 'sev':
			return severityTerm(values);
		case 'path':
			return {kind: 'path', fits: pathTest(value)};
	}
}

const isQualifier = (name: string): name is Qualifier => (qualifiers as readonly string[]).includes(name);

const expectedValues = (name: Qualifier) => {
	if (name === 'is') return `: ${findingStates.join(', ')}`;
	return name === 'sev' ? `: ${severityNames.join(', ')}, >=major` : '';
};

const wrong = (name: Qualifier, value: string) =>
	`${name}: does not accept "${value}". Expected${expectedValues(name)}`;

/** The name that is meant, or those that begin with it. */
function namesLike<Name extends string>(names: readonly Name[], value: string): Name[] {
	const wanted = value.toLowerCase();
	const exact = names.find(name => name === wanted);
	return exact ? [exact] : names.filter(name => name.startsWith(wanted));
}

function isTerm(values: readonly string[]): Condition | string {
	const found = values.map(value => namesLike(findingStates, value));
	const missing = values.find((_, index) => found[index]?.length === 0);
	return missing === undefined ? {kind: 'is', states: found.flat()} : wrong('is', missing);
}

type SeverityTest = (severity: Severity | null) => boolean;

function severityTerm(values: readonly string[]): Condition | string {
	const tests = values.map(severityTest);
	const missing = values.find((_, index) => tests[index] === null);
	if (missing !== undefined) return wrong('sev', missing);
	return {kind: 'sev', fits: severity => tests.some(test => test?.(severity))};
}

/** The test of one value; null if it is none. As for `--severity`, a finding without a severity ranks as minor. */
function severityTest(value: string): SeverityTest | null {
	const [, sign = '', name = ''] = /^([<>]=?|=)?(.*)$/s.exec(value) ?? [];
	if (name === '') return null;
	if (sign === '' || sign === '=') {
		const names: readonly string[] = namesLike(severityNames, name);
		return names.length === 0 ? null : severity => names.includes(severity ?? 'none');
	}
	const [level] = namesLike(severities, name);
	if (level === undefined) return null;
	const limit = severityRank(level);
	return severity => {
		const rank = severityRank(severity);
		if (rank === limit) return sign.length === 2;
		return sign.startsWith('>') ? rank > limit : rank < limit;
	};
}

/** A pattern, or the beginning of a path or of a name in it. */
function pathTest(value: string): (path: string) => boolean {
	const pattern = compilePattern(value);
	if (/[*?]/.test(value)) return pattern;
	const beginning = `/${value.replace(/^\.?\//, '').toLowerCase()}`;
	return path => pattern(path) || `/${path}`.toLowerCase().includes(beginning);
}

/** A reviewer's name for comparisons: `@Copilot` and `copilot[bot]` mean the same. */
export const reviewerKey = (name: string): string =>
	name
		.replace(/^@/, '')
		.replace(/\[bot\]$/i, '')
		.toLowerCase();
