import type {Remark} from '../../dialect.ts';
import type {Place} from '../../finding.ts';
import type {Block, Prose} from '../../markdown.ts';
import {boldTitle, findingBlocks} from './content.ts';
import {type Header, readHeader} from './header.ts';
import {furtherPlaces} from './sites.ts';

/** The header at the start of the blocks, and the blocks after it; null if they start with anything else. */
export function splitHeader(blocks: readonly Block[]): {header: Header; rest: Block[]} | null {
	const at = blocks.findIndex(({kind}) => kind !== 'hidden');
	const first = blocks[at];
	if (first?.kind !== 'prose') return null;
	const end = first.text.indexOf('\n');
	const header = readHeader(end < 0 ? first.text : first.text.slice(0, end));
	if (!header) return null;
	const below: Prose[] = end < 0 ? [] : [{...first, text: first.text.slice(end + 1)}];
	return {header, rest: [...blocks.slice(0, at), ...below, ...blocks.slice(at + 1)]};
}

/** What is known about a remark before its text is read. */
export type Frame = {
	key: string;
	/** Null: the comment's place. */
	place: Place | null;
	/** The place of the remark if it names none. */
	standsAt: Place | null;
	/** The header implied by its section, used if the remark has none. */
	implied: Header;
} & Pick<Remark, 'idle'> & {isDone?: boolean};

/** Reads one remark: an optional header, a title in bold, and the text. */
export function readCoderabbitRemark(
	blocks: readonly Block[],
	{key, place, standsAt, implied, idle, isDone = false}: Frame,
): Remark {
	const split = splitHeader(blocks);
	const severity = split?.header.severity ?? implied.severity;
	const content = findingBlocks(split?.rest ?? blocks);
	return {
		key,
		title: boldTitle(content),
		severity,
		category: split?.header.category ?? implied.category,
		confidence: null,
		place,
		commit: null,
		alsoAt: furtherPlaces(blocks, place ?? standsAt),
		blocks: content,
		idle,
		...(isDone && {ifOpen: {severity}}),
	};
}

export const nothingImplied: Header = {severity: null, category: null};
