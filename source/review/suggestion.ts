import type {Block, Fence, Section} from './markdown.ts';

/** A ` ```suggestion ` block. */
export type Suggestion = {
	/** The replacement of the commented lines; empty deletes them. */
	lines: string[];
	/** Position among the suggestions of the comment. */
	block: number;
	/** Why it must not be applied as it is; null if it may. */
	flaw: string | null;
};

/**
 * The suggestions of a comment by GitHub's rules: an empty block, or one with a single empty line, deletes. Ignores
 * suggestions in a prompt for a model, which repeat the comment, and repetitions of the same block.
 */
export function readSuggestions(blocks: readonly Block[]): Suggestion[] {
	const suggestions = new Map<string, Suggestion>();
	for (const block of blocks) {
		if (block.kind !== 'fence' || !isSuggestion(block) || block.sections.some(isPrompt)) continue;
		const lines = suggestedLines(block);
		const key = JSON.stringify(lines);
		if (suggestions.has(key)) continue;
		suggestions.set(key, {lines, block: suggestions.size, flaw: flawOf(block)});
	}
	return [...suggestions.values()];
}

/** The replacement that a block suggests. */
export const suggestedLines = ({lines}: Fence): string[] =>
	lines.length === 1 && lines[0] === '' ? [] : lines.map(withoutByteOrderMark);

export const isSuggestion = (fence: Fence) => fence.info.split(/\s/, 1)[0]?.toLowerCase() === 'suggestion';

/** Whether a section is a prompt for a model, which repeats the comment. */
export const isPrompt = ({summary}: Section) => promptTitle.test(summary);

/** "Prompt for AI Agents", "Prompt To Fix With AI", "AI Prompt", "Agent Prompt"; not other sections about prompts. */
const promptTitle =
	/\bprompts? (?:to fix|for (?:all|ai|agents?|llms?))\b|\b(?:ai|agents?|llm) prompts?\b|^\W*prompts?\W*$/i;

/** A byte order mark is part of the file, never of a line. */
const withoutByteOrderMark = (line: string) => line.replace(/^\uFEFF/, '');

function flawOf(fence: Fence): string | null {
	if (!fence.closed) return 'the suggestion block is not closed, so its end is unknown';
	if (fence.doubt !== undefined) return fence.doubt;
	if (fence.lines.some(line => line.includes('\0'))) return 'the suggestion contains a NUL character';
	if (!fence.lines.every(line => line.isWellFormed())) return 'the suggestion contains a broken character';
	return null;
}
