import {type Block, blankCodeSpans, type Section} from './markdown.ts';
import {isPrompt} from './suggestion.ts';

/**
 * What a remark says, as Markdown for a reader who sees only that: without HTML, pictures, addresses of links, and what
 * is meant for programs. Time is linear in the length.
 */
export function wordsOf(blocks: readonly Block[]): string {
	const parts: string[] = [];
	let above: Section | undefined;
	for (const block of blocks) {
		if (block.kind === 'hidden' || block.kind === 'rule' || block.sections.some(isPrompt)) continue;
		const text = block.kind === 'fence' ? formatFence(block.info, block.lines) : withoutMarkup(block.text);
		if (!text) continue;
		const section = block.sections.at(-1);
		if (section && section !== above && section.summary) parts.push(`**${section.summary}**`);
		above = section;
		parts.push(block.kind === 'prose' && block.heading > 0 ? `${'#'.repeat(block.heading)} ${text}` : text);
	}
	return parts.join('\n\n');
}

/** A fence that its lines cannot close, whatever they hold. */
export function formatFence(info: string, lines: readonly string[]): string {
	const longest = lines.reduce((length, line) => Math.max(length, longestRun(line)), 2);
	const marks = '`'.repeat(longest + 1);
	return [marks + info, ...lines, marks].join('\n');
}

const longestRun = (line: string) => (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);

/** HTML comments and tags, pictures, and what surrounds the text of a link. */
const markup = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^<>]*>|!\[[^[\]]*\]\([^()\s]*\)|(?<=\])\(https?:[^()\s]*\)/gi;

function withoutMarkup(text: string): string {
	const kept: string[] = [];
	let at = 0;
	// Code is left alone: what looks like a tag there is what the remark is about.
	for (const {0: found, index} of blankCodeSpans(text).matchAll(markup)) {
		kept.push(text.slice(at, index));
		at = index + found.length;
	}
	kept.push(text.slice(at));
	return kept
		.join('')
		.split('\n')
		.map(line => line.trimEnd())
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
