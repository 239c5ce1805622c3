import type {LineRange} from '../../review/finding.ts';

/** Texts, and what opens and closes objects and lists, in JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]\n]/gs;

/** How deep an entry is: in the list of the object. */
const entryDepth = 3;

/**
 * The lines of each entry in the text of a memory (1-based, inclusive), without those that only open and close it: the next
 * entry brings a comma to the last one.
 */
export function entryLines(text: string): LineRange[] {
	const lines: LineRange[] = [];
	let [line, depth, start] = [1, 0, 1];
	for (const [token] of text.matchAll(tokens)) {
		if (token === '\n') line++;
		else if (token === '{' || token === '[') {
			depth++;
			if (depth === entryDepth) start = line;
			// Of two lists, JSON has the last.
			if (depth === entryDepth - 1) lines.length = 0;
		} else if (token === '}' || token === ']') {
			if (depth === entryDepth && token === '}') lines.push(within(start, line));
			depth--;
		}
	}
	return lines;
}

const within = (start: number, end: number): LineRange =>
	end - start > 1 ? {start: start + 1, end: end - 1} : {start, end};
