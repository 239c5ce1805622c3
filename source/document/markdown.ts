import {escapeControls, escapeLines} from '../text/escape-controls.ts';
import {shorten} from '../text/shorten.ts';
import {type Block, columnsFor, type Document, type Table, type Words, wordsOf} from './document.ts';
import {readerLines} from './reader-lines.ts';

/** A page of Markdown that GitHub shows, such as the summary of a job, has 1 MiB; other steps may have written to it already. In bytes. */
const longestPage = 1_000_000;

/** Longer foreign texts are cut, so that one row cannot fill a table. */
const longestCell = 500;

/** Adjacent paragraphs that are set off, as what a program wrote is. */
type Output = {kind: 'output'; lines: string[]};

/** A page: of the rows of a table that do not fit, only the number; a diff only if it fits. */
export function formatMarkdown(document: Document): string {
	let left = longestPage;
	const parts = withOutput(document).flatMap(block => {
		const part = markdownOf(block, left);
		left -= Buffer.byteLength(part) + 2;
		return part === '' ? [] : [part];
	});
	return `${parts.join('\n\n')}\n\n`;
}

function withOutput(document: Document): (Block | Output)[] {
	const parts: (Block | Output)[] = [];
	for (const block of document) {
		const last = parts.at(-1);
		const {text = '', command = '', indent = 0} = block.kind === 'paragraph' ? block : {};
		const line = `${' '.repeat(indent)}${text} ${command}`.trimEnd();
		if (last?.kind === 'output' && block.kind === 'paragraph' && (indent > 0 || line === '')) last.lines.push(line);
		else parts.push(indent > 0 ? {kind: 'output', lines: [line]} : block);
	}
	return parts;
}

/** @param room in bytes of UTF-8 */
function markdownOf(block: Block | Output, room: number): string {
	switch (block.kind) {
		case 'output':
			return fenced(block.lines.join('\n'), '');
		case 'heading':
			return `### ${linked(plainMarkdown(block.text), block.href)}`;
		case 'paragraph':
			return [plainMarkdown(block.text), block.command && `\`${block.command}\``].filter(Boolean).join(' ');
		case 'rows':
			return block.rows
				.map(({labels, texts}) => {
					const names = labels.map(label => `**${plainMarkdown(wordsOf(label).text)}**`).join(' ');
					return `- ${names}: ${plainMarkdown(texts.filter(Boolean).join(' '))}`;
				})
				.join('\n');
		case 'table':
			return markdownTable(block, room);
		case 'diff': {
			const diff = fenced(block.text, 'diff');
			return Buffer.byteLength(diff) < room ? diff : 'The patch is too long to be shown here.';
		}
		case 'gap':
			return '';
	}
}

/** All punctuation is escaped, so that a foreign text is neither markup nor a link, and stays in its cell. */
const plainMarkdown = (text: string): string => escapeControls(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** A link; the text alone if the address is not one that can stand in Markdown as it is. */
const linked = (text: string, href: string | null = null): string =>
	href !== null && /^https:\/\/[\w.:/#-]+$/.test(href) ? `[${text}](${href})` : text;

const cellOf = ({text, href}: Words): string =>
	linked(plainMarkdown(shorten(text.replace(/\s+/g, ' ').trim(), longestCell)), href);

/** What is below a row is in its last cell; each group is a table of its own. */
function markdownTable(table: Table, room: number): string {
	const columns = columnsFor(table, 'page');
	const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const titles = columns.map(column => table.columns[column]?.title ?? '');
	const top = [lineOf(titles), lineOf(titles.map(() => '---'))];
	const lines = table.rows.map(({cells, below = [], group}, index) => {
		const shown = columns.map(column => cellOf(wordsOf(cells[column] ?? '')));
		const last = [shown.at(-1) ?? '', ...readerLines(below).map(text => cellOf({text}))].filter(Boolean).join('<br>');
		const title = group === undefined ? [] : [...(index > 0 ? [''] : []), `**${plainMarkdown(group)}**`, ''];
		const begin = index === 0 || group !== undefined ? [...title, ...top] : [];
		return [...begin, lineOf(shown.with(-1, last))].join('\n');
	});
	let left = room - Buffer.byteLength(`\n\n${lines.length} more`);
	const end = lines.findIndex(line => {
		left -= Buffer.byteLength(line) + 1;
		return left < 0;
	});
	if (end === -1) return lines.join('\n');
	return `${lines.slice(0, end).join('\n')}\n\n${lines.length - end} more`.trimStart();
}

/** The fence is longer than any that the text contains. */
function fenced(text: string, language: string): string {
	const longest = text.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 2;
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${escapeLines(text).trimEnd()}\n${fence}`;
}
