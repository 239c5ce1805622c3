import {type KeyedEntry, separatedSlots} from '../slots.ts';
import {collection, deepest, type Tree} from '../tree.ts';

/** A position in a TOML document that a parser has accepted, so the scan only has to find where things end. */
export type Scan = {source: string; at: number};

const bareKey = /[\w-]+/y;
const tomlBlanks = /[ \t]*/y;
const gap = /(?:[ \t\r\n]|#[^\n]*)*/y;
const plain = /[^\s,\]}#](?:[^\r\n,\]}#]*[^\s,\]}#])?/y;
const basic = /"(?:[^"\\\n]|\\.)*"/y;
const literal = /'[^'\n]*'/y;

/** Consumes the match of a sticky pattern; null if it does not match here. */
function take(scan: Scan, pattern: RegExp): string | null {
	pattern.lastIndex = scan.at;
	const [text] = pattern.exec(scan.source) ?? [];
	if (text === undefined) return null;
	scan.at += text.length;
	return text;
}

const skipBlanks = (scan: Scan) => take(scan, tomlBlanks);

/** Skips white space, line ends and comments. */
export const skipGap = (scan: Scan) => take(scan, gap);

export const isNext = ({source, at}: Scan, text: string) => source.startsWith(text, at);

/** The parts of a key, dotted or not; null if no key starts here. */
export function scanKey(scan: Scan): string[] | null {
	const parts: string[] = [];
	do {
		if (parts.length > 0) scan.at++;
		skipBlanks(scan);
		const part = take(scan, bareKey) ?? unquote(take(scan, basic)) ?? take(scan, literal)?.slice(1, -1);
		if (part === undefined || part === null) return null;
		parts.push(part);
		skipBlanks(scan);
	} while (isNext(scan, '.'));
	return parts;
}

/** `key = value`; null for anything else. */
export function scanPair(scan: Scan, depth: number): KeyedEntry | null {
	const start = scan.at;
	const keys = scanKey(scan);
	if (!keys || !isNext(scan, '=')) return null;
	scan.at++;
	const tree = scanValue(scan, depth);
	return tree && {keys, start, end: scan.at, tree};
}

function scanValue(scan: Scan, depth: number): Tree | null {
	skipGap(scan);
	if (isNext(scan, '[')) return scanBrackets(scan, 'list', ']', depth);
	if (isNext(scan, '{')) return scanBrackets(scan, 'map', '}', depth);
	const start = scan.at;
	if (isNext(scan, '"""') || isNext(scan, "'''")) {
		if (!skipLongString(scan)) return null;
	} else if ((take(scan, basic) ?? take(scan, literal) ?? take(scan, plain)) === null) return null;
	const text = scan.source.slice(start, scan.at);
	const spelling = unquote(/^"(?!"")|^'(?!'')/.test(text) ? text : null, true) ?? text;
	return {kind: 'scalar', spelling, isText: text.includes('\n')};
}

function scanBrackets(scan: Scan, kind: 'map' | 'list', close: string, depth: number): Tree | null {
	if (depth > deepest) return null;
	const from = ++scan.at;
	const entries: KeyedEntry[] = [];
	for (skipGap(scan); !isNext(scan, close); skipGap(scan)) {
		const start = scan.at;
		if (kind === 'map') {
			const pair = scanPair(scan, depth + 1);
			if (!pair) return null;
			entries.push(pair);
		} else {
			const tree = scanValue(scan, depth + 1);
			if (!tree) return null;
			entries.push({keys: [entries.length], start, end: scan.at, tree});
		}
		skipGap(scan);
		if (isNext(scan, ',')) scan.at++;
		else if (!isNext(scan, close)) return null;
	}
	const slots = separatedSlots(scan.source, entries, from, scan.at++, '#');
	return collection({kind, separated: true, from, slots});
}

/** Up to two quotes may precede the closing three. */
function skipLongString(scan: Scan): boolean {
	const quotes = scan.source.slice(scan.at, scan.at + 3);
	for (scan.at += 3; scan.at < scan.source.length; scan.at++) {
		if (quotes === '"""' && isNext(scan, '\\')) scan.at++;
		else if (isNext(scan, quotes)) {
			scan.at += 3;
			while (isNext(scan, quotes[0]!)) scan.at++;
			return true;
		}
	}
	return false;
}

/** The value of a string in single or double quotes; with `isSpelled`, as a JSON string. */
function unquote(text: string | null, isSpelled = false): string | null {
	if (text === null) return null;
	const inner = text.slice(1, -1);
	const said = text.startsWith("'") ? inner : inner.replace(/\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g, escaped);
	return isSpelled ? JSON.stringify(said) : said;
}

const escapes: Record<string, string> = {b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b'};

function escaped(_: string, short?: string, long?: string, letter?: string): string {
	const code = short ?? long;
	if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
	return escapes[letter!] ?? letter!;
}
