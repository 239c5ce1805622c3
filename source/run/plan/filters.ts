import {Failure} from '../../failure.ts';
import {isSameLogin} from '../../resolve/trust.ts';
import {type Disposition, type Finding, nothingProposed, type Severity, severityRank} from '../../review/finding.ts';
import {botName, nameOf, namesOf} from '../../review/reviewer.ts';
import type {IgnoreRule} from '../../settings/ignore.ts';
import {asArgument, isOfProject} from '../../settings/origins.ts';
import {table} from '../../settings/table.ts';
import {count, someNames} from '../../text/sentences.ts';
import type {Warning} from '../warning.ts';
import {compilePattern} from './path-pattern.ts';

/** Which findings a run includes; null or an empty list includes all. */
export type Filters = {
	/**
	 * Logins, with or without `[bot]`, or the names that reports give to bots; without regard to case. `[bot]` alone: every
	 * bot.
	 */
	authors: readonly string[];
	/** Exact logins that this run is limited to besides, with or without `[bot]`; empty or absent: all. */
	only?: readonly string[];
	/** The minimum severity. A finding whose reviewer states none counts as minor. */
	severity: Severity | null;
	/** Patterns for paths, with `*`, `**` and `?`. */
	paths: readonly string[];
	/** What the user's own settings ignore, below all decisions; absent: nothing. */
	ignore?: readonly IgnoreRule[];
	/** Where each was set; absent if all are flags. */
	origins?: Readonly<Record<FilterSetting, string>>;
};

/** Settings whose values name what comments can have. */
type FilterSetting = 'author' | 'severity' | 'path' | 'trustAuthor';

/**
 * The same findings; those that are left out say so and propose nothing. What the project's own settings file leaves out,
 * which comes with the pull request, is for a person to look at.
 */
export function filterFindings(findings: readonly Finding[], filters: Filters): Finding[] {
	const patterns = filters.paths.map(compilePattern);
	const authors = new Set(filters.authors.map(nameOf));
	const {only = []} = filters;
	const by = (name: FilterSetting, values: readonly string[]): Disposition => {
		const filter = spell(filters, name, values.join(', '));
		const reason = `excluded by ${filter}`;
		if (isOfProject(filterOrigin(filters, name))) return {outcome: 'needs-person', reason, excludedBy: filter};
		return {outcome: 'not-actionable', reason, leftOutBy: filter};
	};
	const judge = ({author, severity, path}: Finding): Disposition | null => {
		if (authors.size > 0 && !namesOf(author).some(name => authors.has(name))) return by('author', filters.authors);
		if (!isAmong(author, only)) {
			const leftOutBy = `--only ${only.join(', ')}`;
			return {outcome: 'not-actionable', reason: `excluded by ${leftOutBy}`, leftOutBy};
		}
		if (filters.severity && severityRank(severity) < severityRank(filters.severity)) {
			return by('severity', [filters.severity]);
		}
		const isFitting = path !== null && patterns.some(fits => fits(path));
		if (patterns.length > 0 && !isFitting) return by('path', filters.paths);
		return null;
	};
	return findings.map(finding => {
		const disposition = finding.disposition?.outcome === 'not-actionable' ? null : judge(finding);
		return disposition === null ? finding : {...finding, ...nothingProposed(disposition)};
	});
}

/** Whether a run that is limited to these logins looks at what an author has written; without any it is not limited. */
export const isAmong = (author: Finding['author'], logins: readonly string[]): boolean =>
	logins.length === 0 || (author !== null && logins.some(login => nameOf(login) === nameOf(author.login)));

/**
 * Refuses a limit to logins that may be misspelled, or that no author is left of.
 * @throws {Failure} usage `nobody-left`
 */
export function refuseNobodyLeft(findings: readonly Finding[], {authors, only = []}: Filters): void {
	if (only.length === 0) return;
	const missing = only.filter(login => !findings.some(({author}) => isAmong(author, [login])));
	const names = new Set(authors.map(nameOf));
	const isLeft = ({author}: Finding) =>
		isAmong(author, only) && (names.size === 0 || namesOf(author).some(name => names.has(name)));
	if (missing.length === 0 && findings.some(isLeft)) return;
	const message =
		missing.length > 0
			? `No finding is by ${missing.join(', ')}.`
			: `${table.author.flag} ${authors.join(', ')} skips all changes by ${only.join(', ')}.`;
	const shown = [...new Set(findings.flatMap(({author}) => author?.login ?? []))].toSorted();
	const remedy = shown.length === 0 ? '' : `Findings are by: ${someNames(shown, shownNames)}.`;
	throw new Failure('usage', 'nobody-left', message, remedy);
}

/** What the project's own settings file excludes: `3 findings excluded by severity minor (project file .pr-resolve.yaml)`. */
export function excludedByProject(findings: readonly Finding[]): string[] {
	const filters = findings.flatMap(({disposition}) =>
		disposition?.outcome === 'needs-person' && disposition.excludedBy !== undefined ? [disposition.excludedBy] : [],
	);
	return [...Map.groupBy(filters, filter => filter)].map(
		([filter, {length}]) => `${count(length, 'finding')} excluded by ${filter}`,
	);
}

const filterOrigin = ({origins}: Filters, name: FilterSetting) => origins?.[name] ?? `flag ${table[name].flag}`;

/** A setting as its user typed it: the flag, or the key with the file or variable that sets it. */
function spell(filters: Filters, name: FilterSetting, value: string): string {
	const origin = filterOrigin(filters, name);
	return origin.startsWith('flag ') ? asArgument(table[name], value) : `${table[name].key} ${value} (${origin})`;
}

/** Warns of filter values and trusted authors that match no finding, with the values that would: probably typos. */
export function unfitNames(findings: readonly Finding[], filters: Filters, trustAuthors: readonly string[]): Warning[] {
	const {authors, paths} = filters;
	const shown = [...new Set(findings.flatMap(({author}) => botName(author) ?? author?.login ?? []))];
	const files = [...new Set(findings.flatMap(({path}) => path ?? []))];
	const names = new Set(findings.flatMap(({author}) => namesOf(author)));
	const logins = [...new Set(findings.flatMap(({author}) => author?.login ?? []))];
	return [
		...authors
			.filter(login => !names.has(nameOf(login)))
			.flatMap(login => unfit(spell(filters, 'author', login), 'comment author', shown)),
		...paths
			.filter(pattern => !files.some(compilePattern(pattern)))
			.flatMap(pattern => unfit(spell(filters, 'path', pattern), 'commented file', files)),
		...trustAuthors
			.filter(login => !logins.some(there => isSameLogin(there, login)))
			.flatMap(login => unfit(spell(filters, 'trustAuthor', login), 'comment author', logins)),
	];
}

/** How many names a warning lists. */
const shownNames = 12;

function unfit(filter: string, what: string, names: readonly string[]): Warning[] {
	if (names.length === 0) return [];
	const there = someNames(names.toSorted(), shownNames);
	return [{kind: 'unfit-filter', commentId: null, text: `${filter} matches no ${what} (found: ${there})`}];
}
