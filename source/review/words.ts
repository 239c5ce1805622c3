import {visibleMarkdown} from './inline.ts';
import type {Block, Section} from './markdown.ts';
import {isPrompt} from './suggestion.ts';
import {withoutUnseen} from './unseen.ts';

/**
 * The visible text of a remark as Markdown: without images, addresses, prompts, data for programs, and anything else that a
 * page does not show. Time is linear in the length.
 *
 * @param enough characters after which the rest may be left out
 */
export function wordsOf(blocks: readonly Block[], enough = Number.POSITIVE_INFINITY): string {
	const parts: string[] = [];
	let length = 0;
	let above: Section | undefined;
	for (const block of blocks) {
		if (length > enough) break;
		if (block.kind === 'hidden' || block.kind === 'rule' || block.sections.some(isPrompt)) continue;
		const text = withoutUnseen(
			block.kind === 'fence' ? formatFence(fenceLanguage(block.info), block.lines) : tidy(visibleMarkdown(block.text)),
		);
		if (!text) continue;
		length += text.length;
		const section = block.sections.at(-1);
		if (section && section !== above && section.summary) parts.push(`**${withoutUnseen(section.summary)}**`);
		above = section;
		parts.push(block.kind === 'prose' && block.heading > 0 ? `${'#'.repeat(block.heading)} ${text}` : text);
	}
	return parts.join('\n\n');
}

/** A fence that is longer than any run of backticks in its lines. */
export function formatFence(info: string, lines: readonly string[]): string {
	const longest = lines.reduce((length, line) => Math.max(length, longestRun(line)), 2);
	const marks = '`'.repeat(longest + 1);
	return [marks + info, ...lines, marks].join('\n');
}

const longestRun = (line: string) => (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);

/** The language of a fence; a page does not show the rest of the info string. */
const fenceLanguage = (info: string) => /^[\w+#.-]{1,30}(?!\S)/.exec(info)?.[0] ?? '';

const tidy = (text: string) =>
	text
		.split('\n')
		.map(line => line.trimEnd())
		.join('\n')
		.replaceAll('\u00A0', ' ')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
