import {lowerBound} from '../lower-bound.ts';
import {describePath, idOf, isIndexed, type KeyPath, type ParseFault, type Slot} from './tree.ts';

/** Keys that a map contains more than once, with the line on which the repeated value ends. */
export function duplicateKeys(source: string, root: Slot): ParseFault[] {
	const lineOf = lineCounter(source);
	const faults: ParseFault[] = [];
	const walk = ({tree}: Slot, path: KeyPath) => {
		if (tree.kind === 'scalar') return;
		const seen = new Set<string>();
		for (const slot of tree.slots) {
			const inner = [...path, ...slot.keys];
			const id = idOf(slot.keys);
			if (!isIndexed(slot.keys) && seen.has(id)) {
				faults.push({what: `duplicate key ${describePath(inner)}`, line: lineOf(slot.valueEnd - 1)});
			}
			seen.add(id);
			walk(slot, inner);
		}
	};
	walk(root, []);
	return faults;
}

/** Returns a function from an offset to its line (1-based), which takes logarithmic time. */
export function lineCounter(source: string): (offset: number) => number {
	const starts = [0];
	for (let feed = source.indexOf('\n'); feed !== -1; feed = source.indexOf('\n', feed + 1)) starts.push(feed + 1);
	return offset => lowerBound(starts.length, index => (starts[index] ?? 0) <= offset);
}
