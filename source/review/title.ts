import {graphemesOf} from '../text/graphemes.ts';
import {plainLines, plainText} from './inline.ts';
import type {Block} from './markdown.ts';
import {type Passage, readTables, type Table} from './tables.ts';

/** The longest title, in characters: one found in the text of a comment, and one that its reviewer names. */
const longest = {found: 100, named: 200};
/** How far to search for a title: in blocks, and in characters of each. */
const searchedLength = {blocks: 20, characters: 1000};

/**
 * The first line with words outside a table, else the first line (such as an emoji) or the heads of a table, as plain text;
 * `fallback` if there is none.
 */
export function readTitle(blocks: readonly Block[], fallback: string): string {
	let signs = '';
	for (const block of blocks.slice(0, searchedLength.blocks)) {
		if (block.kind !== 'prose') continue;
		for (const passage of readTables(beginningOf(block.text))) {
			for (const line of linesForTitle(passage)) {
				if (passage.kind === 'text' && /\p{L}{2}/u.test(line)) return shortenTitle(line, longest.found);
				signs ||= line;
			}
		}
	}
	return shortenTitle(signs, longest.found) || fallback;
}

const linesForTitle = (passage: Passage | Table): string[] =>
	passage.kind === 'table'
		? [plainText(passage.head.filter(Boolean).join(', '))]
		: plainLines(passage.text.split('\n').filter(isTitleLine).join('\n'));

/** A title that a reviewer names, as plain text; null if it is empty. */
export function titleOf(named: string): string | null {
	return shortenTitle(plainText(named.slice(0, searchedLength.characters)), longest.named) || null;
}

/** False for labels of bots, `_Potential issue_ | _Minor_`, and of GitHub's alert boxes, `[!NOTE]`. */
const isTitleLine = (line: string) => !/^(?:_[^_]+_(?:\s*\|\s*_[^_]+_)*|\[!\w+\])\s*$/.test(line);

/** The first characters, unless the cut is inside an HTML comment, whose start would be read as text. */
function beginningOf(text: string): string {
	const cut = text.slice(0, searchedLength.characters);
	const comment = cut.lastIndexOf('<!--');
	return comment < 0 || cut.includes('-->', comment) ? cut : text;
}

/** As many whole graphemes as fit. */
function beginning(text: string, length: number): string {
	let cut = '';
	for (const character of graphemesOf(text)) {
		if (cut.length + character.length > length) break;
		cut += character;
	}
	return cut;
}

function shortenTitle(title: string, longest: number): string {
	if (title.length <= longest) return title;
	const cut = beginning(title, longest - 1);
	const space = cut.lastIndexOf(' ');
	return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
