import type {Block, Prose, Section} from '../markdown.ts';
import {isPrompt} from '../suggestion.ts';

export const isProse = (block: Block | undefined): block is Prose => block?.kind === 'prose';

/** Parts of a comment, each starting with a block for which `starts` holds; blocks before the first one are ignored. */
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

/** The blocks of each section, like those of a separate comment: with only the sections inside it. */
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

/** The lines of the first prompt, in which bots repeat their text for programs; empty if there is none. */
export function promptLines(blocks: readonly Block[]): readonly string[] {
	const prompt = blocks.find(block => block.kind === 'fence' && block.sections.some(isPrompt));
	return prompt?.kind === 'fence' ? prompt.lines : [];
}

/** For each section, the value stated by the nearest prose above its start; null if there is none. */
export function statedAbove<T>(blocks: readonly Block[], read: (text: string) => T | null): Map<Section, T | null> {
	const found = new Map<Section, T | null>();
	let stated: T | null = null;
	for (const block of blocks) {
		if (isProse(block)) stated = read(block.text) ?? stated;
		for (const section of block.sections) if (!found.has(section)) found.set(section, stated);
	}
	return found;
}
