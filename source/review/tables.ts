export type CellAlignment = 'left' | 'center' | 'right';

/** A table of GitHub's Markdown; each row has as many cells as the head, with their inline Markdown. */
export type Table = {kind: 'table'; head: string[]; rows: string[][]; alignments: CellAlignment[]};

export type Passage = {kind: 'text'; text: string};

/** Cuts a paragraph into text and the tables in it (GFM 4.10). Time is linear in the length. */
export function readTables(paragraph: string): (Passage | Table)[] {
	const lines = paragraph.split('\n');
	const at = lines.findIndex((line, index) => index > 0 && isHead(lines[index - 1] ?? '', line));
	const [titles, marks] = lines.slice(Math.max(0, at - 1));
	if (at < 0 || titles === undefined || marks === undefined) return [{kind: 'text', text: paragraph}];
	const head = cellTexts(titles);
	const alignments = cellTexts(marks).map(alignmentOf);
	const rows = lines.slice(at + 1).map(line => fittedCells(cellTexts(line), head.length));
	const before = lines.slice(0, at - 1).join('\n');
	const table: Table = {kind: 'table', head, rows, alignments};
	return before.trim() === '' ? [table] : [{kind: 'text', text: before}, table];
}

const delimiters = /^[\s|:-]*$/;

function isHead(head: string, line: string): boolean {
	if (!line.includes('-') || !/[|:]/.test(line) || !delimiters.test(line) || !head.includes('|')) return false;
	const cells = cellTexts(line);
	return cells.every(cell => /^:?-+:?$/.test(cell)) && cells.length === cellTexts(head).length;
}

function alignmentOf(cell: string): CellAlignment {
	if (!cell.endsWith(':')) return 'left';
	return cell.startsWith(':') ? 'center' : 'right';
}

/** An escaped bar is part of its cell, in code too. */
function cellTexts(line: string): string[] {
	const inner = line.trim().replace(/^\|/, '');
	const cells = inner.split(/(?<!\\)\|/).map(cell => cell.replaceAll('\\|', '|').trim());
	if (cells.length > 1 && cells.at(-1) === '') cells.pop();
	return cells;
}

/** GitHub drops cells that are too many; here they stay in the last one. */
const fittedCells = (cells: readonly string[], count: number): string[] =>
	Array.from({length: count}, (_, index) =>
		index === count - 1 ? cells.slice(index).join(' | ') : (cells[index] ?? ''),
	);
