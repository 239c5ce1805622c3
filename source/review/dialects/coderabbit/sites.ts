import type {LineRange, Place} from '../../finding.ts';
import type {Block} from '../../markdown.ts';

/** `65-83` or `140`; null for anything else. */
export function readLines(text: string): LineRange | null {
	const match = /^\s*(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?\s*$/.exec(text);
	if (!match) return null;
	const start = Number(match[1]);
	const end = Number(match[2] ?? match[1]);
	return start >= 1 && end >= start ? {start, end} : null;
}

/** The further places of a remark at `own`, each once. */
export function furtherPlaces(blocks: readonly Block[], own: Place | null): Place[] {
	const keyOf = ({path, lines}: Place) => `${path}:${lines?.start}-${lines?.end}`;
	const places = new Map<string, Place>();
	for (const place of [...(own ? alsoApplied(blocks, own.path) : []), ...consolidated(blocks)]) {
		places.set(keyOf(place), place);
	}
	if (own) places.delete(keyOf(own));
	return [...places.values()];
}

/** `Also applies to: 65-83, 90-92`: lines of the same file. */
function alsoApplied(blocks: readonly Block[], path: string): Place[] {
	const named = blocks.flatMap(block =>
		block.kind === 'prose'
			? [...block.text.matchAll(/^Also applies to:([ \d,–-]+)$/gm)].map(([, list = '']) => list)
			: [],
	);
	return named.flatMap(list => list.split(',').map(readLines)).flatMap(lines => (lines ? [{path, lines}] : []));
}

/** The places in hidden data of a remark that CodeRabbit merged from several; the anchor is the comment's own place. */
function consolidated(blocks: readonly Block[]): Place[] {
	const places: Place[] = [];
	for (const block of blocks) {
		if (block.kind !== 'hidden' || !block.text.includes('<consolidated_sites>')) continue;
		for (const site of block.text.split('<site>').slice(1)) {
			const path = /<file>([^<]+)<\/file>/.exec(site)?.[1]?.trim();
			const lines = readLines(/<line_range>([^<]+)<\/line_range>/.exec(site)?.[1] ?? '');
			if (path && !site.includes('<role>anchor</role>')) places.push({path, lines});
		}
	}
	return places;
}
