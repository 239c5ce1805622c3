import {onFirstUse} from '../../system/on-first-use.ts';
import {findByPattern, withoutEscapes} from './patterns.ts';
import {type MaskedSpan, seeker} from './seek.ts';

/** Texts without their secrets, in the order in which they were given. */
export type MaskedTexts = {
	/** With as many lines as before. */
	texts: readonly string[];
	/** Restores the secrets in an answer to these texts. */
	unmask: (text: string) => string;
	/** The placeholders in an answer to these texts. */
	standIns: (text: string) => string[];
	/** Whether the text contains something like a placeholder that is not one of ours and not in these texts. */
	hasStray: (text: string) => boolean;
};

/** Masks secrets in texts. The same texts give the same placeholders in every run. */
export type Mask = (texts: readonly string[]) => Promise<MaskedTexts>;

/** For a provider that may see every text. */
export const noMask: Mask = async texts => ({
	texts,
	unmask: text => text,
	standIns: () => [],
	hasStray: () => false,
});

/** Whether to search for a secret in other places too. Short ones match by chance; longer ones are rarely repeated. */
const isSought = (secret: string) => secret.length >= 8 && secret.length <= 2000 && !isCommon(secret);
/** Values that can be ordinary words: `postgres`, `password`. */
const isCommon = (secret: string) => /^[A-Za-z]?[a-z]{0,9}$/.test(secret);

/**
 * For a provider that is not on this machine. Secrets that secretlint's recommended rules or our patterns find are replaced by
 * `MASKED_1_`, `MASKED_2_`, ... in all places.
 */
export const maskSecrets: Mask = async texts => {
	const found = await Promise.all(texts.map(findSecrets));
	const known = new Set(
		found.flatMap((spans, index) => spans.map(({start, end}) => texts[index]?.slice(start, end) ?? '')),
	);
	const seek = seeker([...known].filter(isSought));
	const prefix = unusedPrefix(texts);
	const names = new Map<string, string>();
	const nameOf = (secret: string) => {
		const name = names.get(secret) ?? `${prefix}${names.size + 1}_`;
		names.set(secret, name);
		return name;
	};
	const masked = texts.map((text, index) => replace(text, [...(found[index] ?? []), ...seek(text)], nameOf));
	const secrets = new Map([...names].map(([secret, name]) => [name, secret]));
	const own = new RegExp(`${prefix}\\d+_`, 'g');
	const standIns = (text: string) => (text.match(own) ?? []).filter(name => secrets.has(name));
	const like = secrets.size > 0 ? loosely : strictly;
	const usual = new Set(texts.flatMap(text => text.match(like) ?? []));
	return {
		texts: masked,
		unmask: text => text.replace(own, name => secrets.get(name) ?? name),
		standIns,
		hasStray: text => (text.match(like) ?? []).some(name => !secrets.has(name) && !usual.has(name)),
	};
};

/** One text, as it may be shown or stored. */
export async function withoutSecrets(text: string): Promise<string> {
	const {texts} = await maskSecrets([text]);
	return texts.join('');
}

/** A placeholder, as in the instructions for the model. */
const strictly = /MASKED_(?:X_)*\d+_?/g;
/** Whether secrets of a text were replaced. */
export const isMasked = (text: string) => text.match(strictly) !== null;

/** A placeholder that a model misspelled: `masked_1_`, `[MASKED 1]`, `<MASKED>`. */
const loosely = /[Mm](?:ASKED|asked)[-_ ](?:[Xx]_)*\d+_?|(?:<|\[|\{\{)MASKED\b[^\n<>[\]{}]{0,20}(?:>|\]|\}\})/g;

/** A prefix that no text contains, so that a text which itself mentions `MASKED_1` gets no secret in its place. */
function unusedPrefix(texts: readonly string[]): string {
	const used = new Set(texts.flatMap(text => text.match(/MASKED_(?:X_)*(?=\d)/g) ?? []));
	let prefix = 'MASKED_';
	while (used.has(prefix)) prefix += 'X_';
	return prefix;
}

/** Splits secrets at line ends, so that masking keeps the number of lines. */
async function findSecrets(text: string): Promise<MaskedSpan[]> {
	const spans = [...findByPattern(text), ...(await findByRule(withoutEscapes(text)))];
	return spans.flatMap(({start, end}) =>
		[...text.slice(start, end).matchAll(/[^\s].*[^\s]|[^\s]/g)].map(({0: part, index}) => ({
			start: start + index,
			end: start + index + part.length,
		})),
	);
}

const linter = onFirstUse(loadLinter);

/** Comments such as `secretlint-disable` are part of what is masked, and must not decide about it. */
const byComment = '@secretlint/secretlint-rule-filter-comments';

/** Turns off secretlint's profiler, which is on by default and never frees its marks of rules and texts. */
async function loadLinter() {
	const [{lintSource}, {rules}, {secretLintProfiler}] = await Promise.all([
		import('@secretlint/core'),
		import('@secretlint/secretlint-rule-preset-recommend'),
		import('@secretlint/profiler'),
	]);
	secretLintProfiler.setEnabled(false);
	const used = rules.filter(({meta}) => meta.id !== byComment);
	return {lintSource, config: {rules: used.map(rule => ({id: rule.meta.id, rule}))}};
}

async function findByRule(text: string): Promise<MaskedSpan[]> {
	if (!text.trim()) return [];
	const {lintSource, config} = await linter();
	const {messages} = await lintSource({
		source: {filePath: 'text', content: text, ext: '', contentType: 'text'},
		options: {config, noPhysicFilePath: true},
	});
	return messages.map(({range: [start, end]}) => ({start, end}));
}

/** Joins overlapping spans. */
function replace(text: string, spans: readonly MaskedSpan[], nameOf: (secret: string) => string): string {
	const parts: string[] = [];
	let at = 0;
	for (const {start, end} of joined(spans)) {
		parts.push(text.slice(at, start), nameOf(text.slice(start, end)));
		at = end;
	}
	parts.push(text.slice(at));
	return parts.join('');
}

function joined(spans: readonly MaskedSpan[]): MaskedSpan[] {
	const result: MaskedSpan[] = [];
	for (const {start, end} of spans.toSorted((a, b) => a.start - b.start)) {
		const last = result.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else result.push({start, end});
	}
	return result;
}
