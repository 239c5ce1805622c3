import {type Block, plainText} from './markdown.ts';

const longest = 100;
/** How far a title is looked for: blocks of a comment, and characters of each. */
const searched = {blocks: 20, characters: 400};

/** The first words of a comment that say something: one line of plain text, `fallback` where there are none. */
export function readTitle(blocks: readonly Block[], fallback: string): string {
	for (const block of blocks.slice(0, searched.blocks)) {
		if (block.kind !== 'prose') continue;
		for (const line of block.text.slice(0, searched.characters).split('\n')) {
			const title = isBadge(line) ? '' : plainText(line);
			if (/\p{L}{2}/u.test(title)) return shorten(title);
		}
	}
	return fallback;
}

/** Labels in italics, as bots put above a comment: `_Potential issue_ | _Minor_`; `[!NOTE]`, of which GitHub makes a box. */
const isBadge = (line: string) => /^(?:_[^_]+_(?:\s*\|\s*_[^_]+_)*|\[!\w+\])\s*$/.test(line);

function shorten(title: string): string {
	if (title.length <= longest) return title;
	const cut = title.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '');
	const space = cut.lastIndexOf(' ');
	return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
