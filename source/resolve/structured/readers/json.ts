import {type Node, type ParseError, parseTree, printParseErrorCode} from 'jsonc-parser';
import {spellCamelCase} from '../../../text/camel-case.ts';
import {duplicateKeys, lineCounter} from '../duplicates.ts';
import {type KeyedEntry, rootSlot, separatedSlots} from '../slots.ts';
import {collection, deepest, type ParseFault, type ParseResult, type Slot, type Tree} from '../tree.ts';

/** Errors that leave the tree certain. Missing commas are added when entries are merged. */
const harmless = new Map([
	['InvalidCommentToken', {what: 'a comment', isHabit: true}],
	['CommaExpected', {what: 'a comma is missing'}],
] as const);

/** Reads JSON; if `isStrict`, comments and trailing commas are faults. */
export function readJson(source: string, isStrict: boolean): ParseResult {
	const errors: ParseError[] = [];
	const node = parseTree(source, errors, {disallowComments: isStrict, allowTrailingComma: true});
	const lineOf = lineCounter(source);
	const known = errors.map(({error, offset}) => ({name: printParseErrorCode(error), line: lineOf(offset)}));
	const faults: ParseFault[] = known.map(({name, line}) => ({
		...(harmless.get(name as 'CommaExpected') ?? {what: spellCamelCase(name)}),
		line,
	}));
	const tree = node && known.every(({name}) => harmless.has(name as 'CommaExpected')) ? treeOf(source, node, 0) : null;
	if (!node || !tree) return {root: null, faults};
	const root = rootSlot(source, tree);
	faults.push(...duplicateKeys(source, root));
	if (isStrict) faults.push(...trailingCommas(root).map(offset => trailingComma(lineOf(offset))));
	return {root, faults};
}

const trailingComma = (line: number): ParseFault => ({what: 'a trailing comma', line, isHabit: true});

function treeOf(source: string, node: Node, depth: number): Tree | null {
	const {type, offset, length, children = []} = node;
	if (type !== 'object' && type !== 'array') {
		// A number as it is written, because JavaScript cannot represent all of them.
		const spelling = type === 'number' ? source.slice(offset, offset + length) : JSON.stringify(node.value);
		return {kind: 'scalar', spelling};
	}
	if (depth > deepest) return null;
	const entries: KeyedEntry[] = [];
	for (const [index, child] of children.entries()) {
		const [key, value] = type === 'object' ? [child.children?.[0]?.value, child.children?.[1]] : [index, child];
		const tree = value ? treeOf(source, value, depth + 1) : null;
		if (!tree) return null;
		entries.push({keys: [key], start: child.offset, end: child.offset + child.length, tree});
	}
	const slots = separatedSlots(source, entries, offset + 1, offset + length - 1, '//');
	return collection({kind: type === 'object' ? 'map' : 'list', separated: true, from: offset + 1, slots});
}

function trailingCommas({tree}: Slot): number[] {
	if (tree.kind === 'scalar') return [];
	const comma = tree.slots.at(-1)?.comma ?? null;
	return [...tree.slots.flatMap(trailingCommas), ...(comma === null ? [] : [comma])];
}
