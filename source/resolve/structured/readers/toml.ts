import {parse, TomlError} from 'smol-toml';
import {type KeyedEntry, rootSlot, rowSlots} from '../slots.ts';
import {collection, idOf, type KeyPath, type ParseResult, type Tree} from '../tree.ts';
import {isNext, type Scan, scanKey, scanPair, skipGap} from './toml-scan.ts';

/** Reads a TOML document. All tables are entries of the root, with their whole header as key. */
export function readToml(source: string): ParseResult {
	try {
		// Only checks the document, including duplicate keys: the parser does not report positions.
		parse(source, {integersAsBigInt: true});
	} catch (error) {
		const {message, line} = error instanceof TomlError ? error : {message: String(error), line: 1};
		const [what = ''] = message.split('\n');
		return {root: null, faults: [{what: what.replace(/^Invalid TOML document: /, ''), line}]};
	}
	const tree = documentTree(source);
	return {root: tree && rootSlot(source, tree), faults: []};
}

function documentTree(source: string): Tree | null {
	const scan: Scan = {source, at: 0};
	const top = scanPairs(scan);
	const tables: KeyedEntry[] = [];
	const counts = new Map<string, number>();
	while (top && isNext(scan, '[')) {
		const table = scanTable(scan, counts);
		if (!table) return null;
		tables.push(table);
	}
	if (!top || scan.at < source.length) return null;
	const entries = [...top, ...tables];
	const slots = rowSlots(source, entries, 0, entries[0]?.start ?? 0);
	return collection({kind: 'map', separated: false, from: slots[0]?.start ?? 0, slots});
}

function scanTable(scan: Scan, counts: Map<string, number>): KeyedEntry | null {
	const start = scan.at;
	const isMember = isNext(scan, '[[');
	scan.at += isMember ? 2 : 1;
	const header = scanKey(scan);
	if (!header || !isNext(scan, ']')) return null;
	scan.at += isMember ? 2 : 1;
	const headerEnd = scan.at;
	const keys = place(header, isMember, counts);
	const entries = scanPairs(scan);
	if (!entries) return null;
	const slots = rowSlots(scan.source, entries, headerEnd, entries[0]?.start ?? headerEnd);
	const end = slots.at(-1)?.end ?? headerEnd;
	return {
		keys,
		start,
		end,
		tree: collection({kind: 'map', separated: false, from: slots[0]?.start ?? headerEnd, slots}),
	};
}

/** The header with the indices of the arrays of tables it is in; `counts` is the length of each array so far. */
function place(header: readonly string[], isMember: boolean, counts: Map<string, number>): KeyPath {
	const keys: (string | number)[] = [];
	for (const [index, name] of header.entries()) {
		keys.push(name);
		const list = idOf(keys);
		const isOwn = isMember && index === header.length - 1;
		if (isOwn) counts.set(list, (counts.get(list) ?? 0) + 1);
		const count = counts.get(list);
		if (count !== undefined) keys.push(count - 1);
	}
	return keys;
}

/** All pairs up to the next header; null if there is anything else. */
function scanPairs(scan: Scan): KeyedEntry[] | null {
	const entries: KeyedEntry[] = [];
	for (skipGap(scan); scan.at < scan.source.length && !isNext(scan, '['); skipGap(scan)) {
		const pair = scanPair(scan, 0);
		if (!pair) return null;
		entries.push(pair);
	}
	return entries;
}
