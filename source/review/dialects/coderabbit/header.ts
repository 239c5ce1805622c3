import type {StatedSeverity} from '../../dialect.ts';
import type {Severity} from '../../finding.ts';

/** The line above the title of a remark. */
export type Header = {severity: StatedSeverity | null; category: string | null};

const headerSeverities: Readonly<Record<string, Severity>> = {
	critical: 'critical',
	major: 'major',
	minor: 'minor',
	trivial: 'trivial',
	info: 'trivial',
};

/** Kinds of remarks from before CodeRabbit had severities, with their severity. */
const kindSeverities: Readonly<Record<string, Severity | null>> = {
	'potential issue': null,
	'refactor suggestion': null,
	'verification agent': null,
	nitpick: 'trivial',
};

const effortLabels: readonly string[] = ['quick win', 'heavy lift', 'low value'];

const longestHeader = 200;

/** A label without a leading emoji or short code (`:broom:`) and a trailing parenthesis. */
export function bareLabel(label: string): string {
	return label
		.trim()
		.replace(/^:[\w+-]+:/, '')
		.replace(/^[^\p{L}\p{N}]+/u, '')
		.replace(/\s*\([^()]*\)$/, '');
}

/** Reads `_⚠️ Potential issue_ | _🟠 Major_ | _⚡ Quick win_`; each part may be missing. Null for any other line. */
export function readHeader(line: string): Header | null {
	const trimmed = line.trim();
	if (trimmed.length > longestHeader || !/^_.+_$/.test(trimmed)) return null;
	const parts = trimmed.split('|').map(part => part.trim());
	if (!parts.every(part => /^_.+_$/.test(part))) return null;
	const header: Header = {severity: null, category: null};
	let isKnown = false;
	for (const part of parts) {
		const raw = bareLabel(part.slice(1, -1));
		const word = raw.toLowerCase();
		const level = severityOf(word);
		isKnown ||= level !== null || Object.hasOwn(kindSeverities, word) || effortLabels.includes(word);
		if (level && (!header.severity || Object.hasOwn(headerSeverities, word))) header.severity = {level, raw};
		if (!Object.hasOwn(headerSeverities, word) && !effortLabels.includes(word)) header.category ??= word;
	}
	return isKnown ? header : null;
}

/** The severity of a word like `minor` or `nitpick`; null if it has none. */
export function severityOf(word: string): Severity | null {
	if (Object.hasOwn(headerSeverities, word)) return headerSeverities[word] ?? null;
	return Object.hasOwn(kindSeverities, word) ? (kindSeverities[word] ?? null) : null;
}
