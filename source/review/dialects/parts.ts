import type {Block, Prose, Section} from '../markdown.ts';
import {isPrompt} from '../suggestion.ts';

export const isProse = (block: Block | undefined): block is Prose => block?.kind === 'prose';

/** Parts of a comment, each from a block that starts one to the next; what stands before the first one is left out. */
export function partsOf(
	blocks: readonly Block[],
	starts: (block: Block, before: Block | undefined) => boolean,
): Block[][] {
	const parts: Block[][] = [];
	for (const [index, block] of blocks.entries()) {
		if (starts(block, blocks[index - 1])) parts.push([block]);
		else parts.at(-1)?.push(block);
	}
	return parts;
}

/** What stands in each section, as if it were a comment of its own: it lists only the sections inside of it. */
export function blocksBySection(blocks: readonly Block[]): Map<Section, Block[]> {
	const found = new Map<Section, Block[]>();
	for (const block of blocks) {
		for (const [depth, section] of block.sections.entries()) {
			const inside = found.get(section) ?? [];
			inside.push({...block, sections: block.sections.slice(depth + 1)});
			found.set(section, inside);
		}
	}
	return found;
}

/** The lines of the first prompt, in which bots repeat for programs what they say; none where there is no prompt. */
export function promptLines(blocks: readonly Block[]): readonly string[] {
	const prompt = blocks.find(block => block.kind === 'fence' && block.sections.some(isPrompt));
	return prompt?.kind === 'fence' ? prompt.lines : [];
}

/** What prose states for all sections that begin below it, down to where it states something else. */
export function statedAbove<T>(blocks: readonly Block[], read: (text: string) => T | null): Map<Section, T | null> {
	const found = new Map<Section, T | null>();
	let stated: T | null = null;
	for (const block of blocks) {
		if (isProse(block)) stated = read(block.text) ?? stated;
		for (const section of block.sections) if (!found.has(section)) found.set(section, stated);
	}
	return found;
}
