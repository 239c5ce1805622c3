import {omitsCode} from './elision.ts';
import {plainText} from './inline.ts';
import type {Block, Fence, Prose} from './markdown.ts';

/** Lines to find in the file, and their replacement; both without line ends. */
export type QuotedReplacement = {old: string[]; new: string[] /** The one with the new text. */; fence: Fence};

const codeNouns = '(?: (?:code|version|implementation|lines?|snippet|block))?';

/** The labels above the two fences of a pair, in lower case and without marks. */
const replaceInstructions: {old: RegExp; new: RegExp}[] = [
	{old: new RegExp(`^before${codeNouns}$`), new: new RegExp(`^after${codeNouns}$`)},
	{old: new RegExp(`^old${codeNouns}$`), new: new RegExp(`^new${codeNouns}$`)},
	{
		old: new RegExp(`^(?:current|existing|original)${codeNouns}$`),
		new: new RegExp(`^(?:suggested|proposed|recommended|improved|fixed|updated)${codeNouns}$`),
	},
	{old: /^(?:please )?(?:replace|change)\b/, new: /^(?:with|to|by)(?: (?:this|the following))?$/},
	{old: /^instead of(?: this)?$/, new: /^(?:use|write)(?: this)?$/},
];

/** In characters: a longer line is prose, even if it begins like an instruction. */
const longestLabel = 100;

const notCode = /^(?:|diff|patch|suggestion|text|txt|output|console|log|mermaid|markdown|md)$/;

/**
 * Pairs of fences in the same language with an instruction: "Before:" and "After:", "Replace this:" and "with:". There must
 * be nothing else between them, and the new code must not omit lines.
 */
export function readReplacements(blocks: readonly Block[]): QuotedReplacement[] {
	const pairs: QuotedReplacement[] = [];
	for (let index = 0; index + 3 < blocks.length; index++) {
		const [above, old, between, fresh] = blocks.slice(index, index + 4) as [Block, Block, Block, Block];
		if (above.kind !== 'prose' || old.kind !== 'fence' || between.kind !== 'prose' || fresh.kind !== 'fence') continue;
		if (!isReplaceInstruction(above, between) || !isCodeFence(old) || !isCodeFence(fresh) || old.info !== fresh.info)
			continue;
		if (fresh.lines.every(line => !line.trim()) || fresh.lines.some(omitsCode)) continue;
		pairs.push({old: old.lines, new: fresh.lines, fence: fresh});
	}
	return pairs;
}

const isCodeFence = ({info, closed}: Fence) => closed && !notCode.test(info.toLowerCase());

function isReplaceInstruction(above: Prose, between: Prose): boolean {
	// Only the label may be between the fences; above the first one there may be more text.
	if (between.text.trim().includes('\n')) return false;
	const [first, second] = [labelOf(above), labelOf(between)];
	return replaceInstructions.some(form => form.old.test(first) && form.new.test(second));
}

/** The last line of the text in lower case, without marks, parentheses and final punctuation. */
function labelOf({text}: Prose): string {
	const line = text.trimEnd().split('\n').at(-1) ?? '';
	if (line.length > longestLabel) return '';
	return plainText(line)
		.toLowerCase()
		.replace(/\([^()]*\)/g, '')
		.replace(/^[^\p{L}]+|[^\p{L}\p{N}]+$/gu, '');
}
