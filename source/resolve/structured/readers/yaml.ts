import {type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, parseAllDocuments} from 'yaml';
import {duplicateKeys, lineCounter} from '../duplicates.ts';
import {type KeyedEntry, rootSlot, rowSlots, separatedSlots} from '../slots.ts';
import {collection, deepest, type KeyPath, type ParseFault, type ParseResult, type Slot, type Tree} from '../tree.ts';

/** Reads a YAML file; several documents become a list. */
export function readYaml(source: string): ParseResult {
	const documents: readonly Document.Parsed[] = parseAllDocuments(source, {
		uniqueKeys: false,
		prettyErrors: false,
		logLevel: 'silent',
	});
	const lineOf = lineCounter(source);
	const faults = documents.flatMap(({errors}) =>
		errors.map(({message, pos}): ParseFault => ({what: message, line: lineOf(pos[0])})),
	);
	const tree = faults.length === 0 ? fileTree(source, documents) : null;
	if (!tree) return {root: null, faults};
	const root = rootSlot(source, tree);
	return {root, faults: duplicateKeys(source, root)};
}

function fileTree(source: string, documents: readonly Document.Parsed[]): Tree | null {
	const [only] = documents;
	if (!only) return {kind: 'scalar', spelling: 'null'};
	if (documents.length === 1) return yamlDocumentTree(source, only);
	const slots: Slot[] = [];
	for (const [index, document] of documents.entries()) {
		const tree = yamlDocumentTree(source, document);
		if (!tree) return null;
		const end = documents[index + 1]?.range[0] ?? source.length;
		slots.push({keys: [index], start: slots.at(-1)?.end ?? 0, end, valueEnd: end, comma: null, tree});
	}
	return collection({kind: 'list', separated: false, from: 0, slots});
}

function yamlDocumentTree(source: string, {contents, range}: Document.Parsed): Tree | null {
	return contents ? yamlTree(source, contents, range[0], 0) : {kind: 'scalar', spelling: 'null'};
}

/** @param from the offset after the value's own key */
function yamlTree(source: string, node: Node, from: number, depth: number): Tree | null {
	if (!isMap(node) && !isSeq(node)) return scalarOf(source, node);
	if (depth > deepest) return null;
	const start = node.range![0];
	if (node.flow && source[start] !== (isMap(node) ? '{' : '[')) return scalarOf(source, node);
	const entries: KeyedEntry[] = [];
	for (const [index, item] of (node.items as unknown[]).entries()) {
		const entry = isPair(item) ? pairOf(source, item, depth) : itemOf(source, item as Node | null, index, depth);
		if (!entry) return null;
		entries.push(entry);
	}
	const kind = isMap(node) ? 'map' : 'list';
	if (!node.flow) {
		const slots = rowSlots(source, entries, from, start);
		return collection({kind, separated: false, from: slots[0]?.start ?? from, slots});
	}
	const slots = separatedSlots(source, entries, start + 1, node.range![1] - 1, '#');
	return collection({kind, separated: true, from: start + 1, slots});
}

function scalarOf(source: string, node: Node): Tree {
	const [start, end] = node.range!;
	const text = isScalar(node) && typeof node.value === 'string' ? JSON.stringify(node.value) : source.slice(start, end);
	const anchor = isAlias(node) || !node.anchor ? '' : `&${node.anchor} `;
	const isText = isScalar(node) && source.slice(start, end).trimEnd().includes('\n');
	return {kind: 'scalar', spelling: `${anchor}${node.tag && isScalar(node) ? `${node.tag} ` : ''}${text}`, isText};
}

/** Null if the key is not a scalar. */
function pairOf(source: string, {key, value}: {key: unknown; value: unknown}, depth: number): KeyedEntry | null {
	if (!isScalar(key) || !key.range) return null;
	const [start, keyEnd] = key.range;
	const keys: KeyPath = [typeof key.value === 'string' ? key.value : source.slice(start, keyEnd)];
	return entryOf(source, keys, start, keyEnd, value as Node | null, depth);
}

function itemOf(source: string, node: Node | null, index: number, depth: number): KeyedEntry | null {
	if (!node?.range) return null;
	return entryOf(source, [index], node.range[0], node.range[0], node, depth);
}

function entryOf(
	source: string,
	keys: KeyPath,
	start: number,
	keyEnd: number,
	value: Node | null,
	depth: number,
): KeyedEntry | null {
	if (!value?.range) return {keys, start, end: keyEnd, tree: {kind: 'scalar', spelling: ''}};
	const tree = yamlTree(source, value, keyEnd, depth + 1);
	if (!tree) return null;
	const last = tree.kind === 'scalar' || tree.separated ? undefined : tree.slots.at(-1);
	return {keys, start, end: last?.end ?? value.range[1], tree};
}
