import {type Finding, type Severity, severityRank} from '../review/finding.ts';
import {compilePattern} from './path-pattern.ts';

/** Which findings a run is about; null or an empty list lets all pass. */
export type Filters = {
	/** Logins, with or without `[bot]`, without regard to case. */
	authors: readonly string[];
	/** The least severity. A finding whose reviewer states none counts as minor. */
	severity: Severity | null;
	/** Patterns for paths, with `*`, `**` and `?`. */
	paths: readonly string[];
};

/** The same findings; those that are left out say so and propose nothing. */
export function filterFindings(findings: readonly Finding[], filters: Filters): Finding[] {
	const patterns = filters.paths.map(compilePattern);
	const authors = new Set(filters.authors.map(nameOf));
	const why = ({author, severity, path}: Finding): string | null => {
		if (authors.size > 0 && !(author && authors.has(nameOf(author.login)))) return 'left out by --author';
		if (filters.severity && severityRank(severity) < severityRank(filters.severity)) return 'left out by --severity';
		if (patterns.length > 0 && !patterns.some(pattern => path !== null && pattern.test(path)))
			return 'left out by --path';
		return null;
	};
	return findings.map(finding => {
		const reason = finding.disposition?.outcome === 'not-actionable' ? null : why(finding);
		return reason === null
			? finding
			: {...finding, changes: [], sketches: [], disposition: {outcome: 'not-actionable', reason}};
	});
}

const nameOf = (login: string) => login.replace(/\[bot\]$/, '').toLowerCase();
