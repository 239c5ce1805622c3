import {findPlaces} from './dialects/places.ts';
import type {Change, Finding, LineRange, Sketch, SnippetHunk} from './finding.ts';
import {visibleMarkdown} from './inline.ts';
import type {Block, Prose} from './markdown.ts';
import {proposesCode} from './proposals.ts';
import {isPrompt} from './suggestion.ts';

/**
 * The diffs of a finding that its suggestions do not show as well: they are changes of their own, and nobody places them. A
 * reviewer often shows the same edit both as a diff and as a suggestion.
 */
export function furtherSketches({changes, sketches}: Pick<Finding, 'changes' | 'sketches'>): Sketch[] {
	const suggestions = changes.filter(({from, isEdited}) => from === 'suggestion' && !isEdited);
	if (suggestions.length === 0) return [];
	const [{path}] = suggestions as [Change];
	const suggested = new Set(suggestions.flatMap(({replacement}) => replacement.map(line => line.trim())));
	return sketches.filter(sketch => sketch.path !== path || !sketch.hunks.some(hunk => isShownBy(hunk, suggested)));
}

/** Whether suggestions have any line that a diff adds; one that only deletes looks like any other. */
function isShownBy(hunk: SnippetHunk, suggested: ReadonlySet<string>): boolean {
	const textsOf = (side: readonly string[]) => new Set(side.map(line => line.trim()).filter(Boolean));
	const added = textsOf(hunk.new).difference(textsOf(hunk.old));
	return added.size === 0 || !added.isDisjointFrom(suggested);
}

/**
 * The sentence of a remark that asks for more than its code does: the first after the code that begins as an addition, or
 * names another file or other lines. Null if there is none. Time is linear in the length.
 */
export function furtherRequest(finding: Pick<Finding, 'blocks' | 'path' | 'lines' | 'seen'>): string | null {
	const blocks = finding.blocks.filter(({sections}) => !sections.some(isPrompt));
	const code = blocks.findIndex(proposesCode);
	if (code === -1) return null;
	for (const [index, block] of blocks.entries()) {
		if (index <= code || !isRead(block)) continue;
		const sentences = sentencesOf(block.text);
		// What introduces further code is done by that.
		const next = blocks[index + 1];
		const own = next && proposesCode(next) ? sentences.slice(0, -1) : sentences;
		const found = own.find(sentence => addition.test(sentence) || namesAnother(sentence, finding));
		if (found !== undefined) return found;
	}
	return null;
}

const isRead = (block: Block): block is Prose =>
	block.kind === 'prose' && !block.containers?.some(({kind}) => kind === 'quote');

const addition =
	/^(?:also|additionally|in addition|and (?:also|then)|another|same (?:for|in)|likewise|as well as)(?![\p{L}\p{N}])/iu;

/** Without what stands before the first word, such as the mark of a list. A line break continues a sentence only before a small letter. */
const sentencesOf = (text: string): string[] =>
	visibleMarkdown(text)
		.split(/(?<=[.!?:;])[*_"')\]]*\s+|\n(?!\s*\p{Ll})/u)
		.map(sentence => sentence.replace(/^[^\p{L}\p{N}`/.]+/u, '').trim())
		.filter(Boolean);

const lineWords = /\b(?:lines?|L)\s?#?(?<start>\d{1,7})(?:\s?(?:-|–|to|and|through)\s?L?(?<end>\d{1,7}))?/giu;

function namesAnother(sentence: string, {path, lines, seen}: Pick<Finding, 'path' | 'lines' | 'seen'>): boolean {
	const isOwn = (named: LineRange) =>
		[lines, seen].some(own => own !== null && named.start <= own.end && own.start <= named.end);
	const text = sentence.replace(/\bhttps?:\S+/g, '');
	const bare = [...text.matchAll(fileName)].map(([, path = '']) => ({path, lines: null}));
	const isOther = [...findPlaces(text), ...bare].some(
		place => !isSameFile(place.path, path) || (place.lines !== null && !isOwn(place.lines)),
	);
	if (isOther) return true;
	return [...text.matchAll(lineWords)].some(({groups}) => {
		const start = Number(groups?.start);
		return !isOwn({start, end: Number(groups?.end ?? start)});
	});
}

/** A file without its folder, which only code marks and an extension tell from a member of an object. */
const fileName =
	/`([\w.-]+\.(?:astro|c|cc|cfg|cjs|conf|cpp|cs|css|cts|dart|ex|exs|go|gradle|graphql|h|hpp|html?|ini|ipynb|java|js|json|jsx|kt|less|lua|md|mjs|mts|php|proto|ps1|py|rb|rs|rst|scala|scss|sh|sql|svelte|swift|tf|toml|ts|tsx|txt|vue|xml|ya?ml))`/g;

/** A text may name a file by the end of its path. */
const isSameFile = (named: string, own: string | null) =>
	own !== null && (own === named || own.endsWith(`/${named}`) || named.endsWith(`/${own}`));
