import {graphemesOf} from '../text/graphemes.ts';
import {plainLines, plainText} from './inline.ts';
import type {Block} from './markdown.ts';

/** Characters of a title: of one that is taken from the words of a comment, and of one that its reviewer names. */
const longest = {found: 100, named: 200};
/** How far a title is looked for: blocks of a comment, and characters of each. */
const searched = {blocks: 20, characters: 1000};

/** The first words of a comment, else its first signs (an emoji): one line of plain text. `fallback` where it has neither. */
export function readTitle(blocks: readonly Block[], fallback: string): string {
	let signs = '';
	for (const block of blocks.slice(0, searched.blocks)) {
		if (block.kind !== 'prose') continue;
		const said = beginningOf(block.text).split('\n').filter(isSaid).join('\n');
		for (const line of plainLines(said)) {
			if (/\p{L}{2}/u.test(line)) return shorten(line, longest.found);
			signs ||= line;
		}
	}
	return shorten(signs, longest.found) || fallback;
}

/** What a reviewer names as the title, as plain text; null where that is nothing. */
export function titleOf(named: string): string | null {
	return shorten(plainText(named.slice(0, searched.characters)), longest.named) || null;
}

/** Labels in italics, as bots put above a comment: `_Potential issue_ | _Minor_`; `[!NOTE]`, of which GitHub makes a box. */
const isSaid = (line: string) => !/^(?:_[^_]+_(?:\s*\|\s*_[^_]+_)*|\[!\w+\])\s*$/.test(line);

/** No comment is cut in half: what is left of it would be read as words. */
function beginningOf(text: string): string {
	const cut = text.slice(0, searched.characters);
	const comment = cut.lastIndexOf('<!--');
	return comment < 0 || cut.includes('-->', comment) ? cut : text;
}

/** As many whole characters, as people see them, as there is room for. */
function beginning(text: string, length: number): string {
	let cut = '';
	for (const character of graphemesOf(text)) {
		if (cut.length + character.length > length) break;
		cut += character;
	}
	return cut;
}

function shorten(title: string, longest: number): string {
	if (title.length <= longest) return title;
	const cut = beginning(title, longest - 1);
	const space = cut.lastIndexOf(' ');
	return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
