import type {LineRange, Place} from '../finding.ts';
import type {Block} from '../markdown.ts';
import {readLines} from './coderabbit-sites.ts';

/** One comment of a file's section. */
export type Item = {place: Place | null; blocks: Block[]};

/** `` `119-135`: `` starts a comment on these lines. */
const itemHead = /^`?(\d{1,7}(?:\s*[-–]\s*\d{1,7})?)`?:\s*/;

/**
 * The comments of a section, separated by rules. Text after a rule that does not start with lines belongs to the comment
 * above it, because comments contain rules too.
 */
export function splitItems(blocks: readonly Block[], path: string | null): Item[] {
	const items: Item[] = [];
	let mayOpen = true;
	for (const block of blocks) {
		const isDirect = block.sections.length === 0;
		if (isDirect && block.kind === 'rule') mayOpen = true;
		const match = isDirect && mayOpen && block.kind === 'prose' ? itemHead.exec(block.text) : null;
		const lines = match && readLines(match[1]!);
		if (match && lines && block.kind === 'prose') {
			// Without a file, the lines are no place, but a reader of the text may need them.
			const text = path === null ? block.text : block.text.slice(match[0].length);
			items.push({place: path === null ? null : placeOf(path, lines), blocks: text ? [{...block, text}] : []});
			mayOpen = false;
		} else if (items.length > 0) {
			items.at(-1)!.blocks.push(block);
			mayOpen &&= block.kind === 'rule';
		} else {
			items.push({place: path === null ? null : {path, lines: null}, blocks: [block]});
			mayOpen = false;
		}
	}
	return items;
}

/** Truncated comments are in sections named `src/cart.ts-26-28`, where the lines are not part of the path. */
function placeOf(path: string, lines: LineRange): Place {
	const tail = `-${lines.start}-${lines.end}`;
	return {path: path.endsWith(tail) ? path.slice(0, -tail.length) : path, lines};
}
