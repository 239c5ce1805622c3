import {type Block, blankCodeSpans} from './markdown.ts';

/** Texts in a block that GitHub does not show: comments, link definitions, alternative texts, titles. */
export function hiddenTexts(block: Block): string[] {
	if (block.kind === 'hidden') return [block.text.replace(/^\s*<!--|-->\s*$/g, '')];
	if (block.kind === 'fence') return [block.info];
	if (block.kind !== 'prose' || !/[<[\]]/.test(block.text)) return [];
	const text = blankCodeSpans(block.text);
	return forms.flatMap(form => [...text.matchAll(form)].map(([, inside]) => inside!));
}

const forms: readonly RegExp[] = [
	/<!--([\s\S]*?)(?:-->|$)/g,
	// Declarations, processing instructions, and tags with their attributes.
	/<([!?][a-z[][^<>]*)/gi,
	/<\/?([a-z][^<>]*)/gi,
	// Elements that are not shown.
	/<[a-z][^<>]{0,300}(?:\bhidden\b|display:\s?none)[^<>]{0,300}>([^<]*)/gi,
	/<(?:template|noscript|noembed|noframes|textarea|title|iframe|object)\b[^<>]*>([^<]*)/gi,
	/^ {0,3}\[[^[\]\n]{1,100}\]:[ \t]+(.*)$/gm,
	/!\[([^[\]]{1,4000})\]/g,
	/\]\([^()\s]{0,4000}[ \t]+["'(]([^"'()]{1,4000})["')]\)/g,
	/\]\(([^()\s]{20,4000})[)\s]/g,
];
