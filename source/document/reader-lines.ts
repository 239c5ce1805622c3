import {type Block, columnsFor, type Document, type Table, type TableRow, wordsOf} from './document.ts';

/** The face of screen readers: a line for each fact, without columns. Foreign text in it is not escaped. */
export const readerLines = (document: Document): string[] => document.flatMap(linesOfBlock);

function linesOfBlock(block: Block): string[] {
	switch (block.kind) {
		case 'heading':
			return [block.text];
		case 'paragraph':
			return [[block.text, block.command].filter(Boolean).join(' ')];
		case 'rows':
			return block.rows.map(({labels, texts}) => {
				const names = labels.map(label => wordsOf(label).text).join(' ');
				return `${names}: ${texts.filter(Boolean).join(' ')}`;
			});
		case 'table':
			return block.rows.flatMap(row => [
				...(row.group === undefined ? [] : [row.group]),
				readerLine(block, row),
				...readerLines(row.below ?? []),
			]);
		case 'diff':
			return block.text.split('\n');
		case 'gap':
			return [];
	}
}

/** A row in a sentence: `octo/app#7: Add a cart (3 to apply; checks passed)`. */
function readerLine(table: Table, {cells}: TableRow): string {
	const [name = '', title = '', ...facts] = columnsFor(table, 'screen-reader').map(column => {
		const {text, phrase = text} = wordsOf(cells[column] ?? '');
		return phrase;
	});
	const shown = facts.filter(Boolean).join('; ');
	return `${name}: ${title}${shown === '' ? '' : ` (${shown})`}`;
}
