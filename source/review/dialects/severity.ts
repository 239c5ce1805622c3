import type {StatedSeverity} from '../dialect.ts';
import type {Severity} from '../finding.ts';

const words: Readonly<Record<Severity, readonly string[]>> = {
	critical: ['critical', 'blocker', 'severe', 'p0', '🔴', '🚨'],
	major: ['high', 'major', 'error', 'important', 'action required', 'blocking', 'p1', '🟠', '🚫'],
	minor: [
		'medium',
		'moderate',
		'minor',
		'warning',
		'remediation recommended',
		'non-blocking',
		'if-minor',
		'p2',
		'🟡',
		'⚠',
	],
	trivial: ['low', 'trivial', 'nit', 'nitpick', 'info', 'informational', 'p3', 'p4', '🔵', '🟢', '📝'],
};

const severityLevels = new Map(
	Object.entries(words).flatMap(([level, names]) => names.map(name => [name, level as Severity] as const)),
);

const longest = 60;

/** The severity of a reviewer's own words: of all of them, else of the first known word. */
export function readSeverity(raw: string): StatedSeverity | null {
	const text = raw.replaceAll('\uFE0F', '').trim().toLowerCase();
	if (text.length > longest) return null;
	const words = [text, ...text.split(/[\s()[\],:/-]+/)];
	const [level] = words.flatMap(word => severityLevels.get(word) ?? []);
	return level === undefined ? null : {level, raw: raw.trim()};
}
