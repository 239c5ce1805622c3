import {count} from '../../../text/sentences.ts';
import type {Post, Reading, Remark} from '../../dialect.ts';
import type {LineRange, Place} from '../../finding.ts';
import type {Block, Prose, Section} from '../../markdown.ts';
import {findingBlocks} from './content.ts';
import {bareLabel, type Header, severityOf} from './header.ts';
import {readCoderabbitRemark} from './remark.ts';
import {readLines} from './sites.ts';

/** Headings of sections with comments: `Nitpick comments (3)`, `Outside diff range comments (1)`. */
const holdsComments = /\bcomments(?: (?:failed to post|not posted))?$/i;

/** Sections without requests, or that repeat the whole review for a model. */
const isIdle = /^additional\b|\bprompt\b/i;

/** The text of a review: the comments without a thread, by section and file. Null if it is not in CodeRabbit's format. */
export function readBody(post: Post): Reading | null {
	const remarks = readSections(post);
	const posted = postedInline(post.blocks);
	if (remarks.length === 0 && posted === null) return null;
	const detail = posted === null ? null : `${count(posted, 'comment')} posted inline`;
	return {
		remarks,
		notice: remarks.length > 0 ? null : `a summary of the review: ${detail}`,
		reviewer: {state: 'done', detail: detail ?? 'review posted'},
	};
}

/** The number in `**Actionable comments posted: 3**`; null if the review has no such line. */
function postedInline(blocks: readonly Block[]): number | null {
	for (const block of blocks) {
		const match = block.kind === 'prose' ? /^\*\*Actionable comments posted: (\d{1,6})\*\*/.exec(block.text) : null;
		if (match) return Number(match[1]);
	}
	return null;
}

/** Comments on one file, or those of a section without files. */
type Group = {path: string | null; implied: Header; blocks: Block[]};

/** The comments in all sections of a text. */
export function readSections({blocks}: Post): Remark[] {
	const groups = new Map<Section, Group>();
	for (const block of blocks) {
		const depth = block.sections.findIndex(({summary}) => holdsComments.test(bareLabel(summary)));
		const section = block.sections[depth];
		if (!section || isIdle.test(bareLabel(section.summary))) continue;
		const file = block.sections[depth + 1];
		const path = file ? pathIn(file) : null;
		const owner = path && file ? file : section;
		// Keep only the sections of the comment itself: a file's section may be called `prompt.ts`.
		const inside = {...block, sections: block.sections.slice(depth + (path ? 2 : 1))};
		const group = groups.get(owner);
		if (group) group.blocks.push(inside);
		else if (findingBlocks([inside]).length > 0)
			groups.set(owner, {path, implied: impliedBy(section), blocks: [inside]});
	}
	return numberAlike([...groups.values()].flatMap(readGroup));
}

/** `src/cart.ts (2)`: a file and the number of its comments. */
const pathIn = ({source}: Section) => /^(\S.*) \(\d+\)$/.exec(source)?.[1] ?? null;

function impliedBy({summary}: Section): Header {
	const raw = bareLabel(summary).replace(/ comments\b.*$/i, '');
	const word = raw.toLowerCase();
	const level = severityOf(word);
	return {severity: level && {level, raw}, category: word === 'nitpick' ? word : null};
}

function readGroup({path, implied, blocks}: Group): Remark[] {
	return splitItems(blocks, path).map(({place, blocks}) => {
		const remark = readCoderabbitRemark(blocks, {key: '', place, standsAt: null, implied, idle: null});
		const at = place?.lines ? `${place.path}:${place.lines.start}-${place.lines.end}` : (place?.path ?? '');
		return {...remark, key: `${at} ${remark.title ?? ''}`};
	});
}

function numberAlike(remarks: readonly Remark[]): Remark[] {
	const seen = new Map<string, number>();
	return remarks.map(remark => {
		const number = (seen.get(remark.key) ?? 0) + 1;
		seen.set(remark.key, number);
		return number === 1 ? remark : {...remark, key: `${remark.key} #${number}`};
	});
}

/** One comment of a file's section. */
type Item = {place: Place | null; blocks: Block[]};

/** `` `119-135`: `` starts a comment on these lines. */
const itemHead = /^`?(\d{1,7}(?:\s*[-–]\s*\d{1,7})?)`?:\s*/;

/**
 * The comments of a section, separated by rules. Text after a rule that does not start with lines belongs to the comment
 * above it, because comments contain rules too.
 */
function splitItems(blocks: readonly Block[], path: string | null): Item[] {
	const items: Item[] = [];
	let mayOpen = true;
	for (const block of blocks) {
		const isDirect = block.sections.length === 0;
		if (isDirect && block.kind === 'rule') mayOpen = true;
		const begun = isDirect && mayOpen && block.kind === 'prose' ? beginItem(block, path) : null;
		if (begun) {
			items.push(begun);
			mayOpen = false;
		} else if (items.length > 0) {
			items.at(-1)?.blocks.push(block);
			mayOpen &&= block.kind === 'rule';
		} else {
			items.push({place: path === null ? null : {path, lines: null}, blocks: [block]});
			mayOpen = false;
		}
	}
	return items;
}

/** Null if a text does not start with lines. */
function beginItem(block: Prose, path: string | null): Item | null {
	const [head = '', named = ''] = itemHead.exec(block.text) ?? [];
	const lines = readLines(named);
	if (!lines) return null;
	// Without a file, the lines are no place, but a reader of the text may need them.
	if (path === null) return {place: null, blocks: [block]};
	const text = block.text.slice(head.length);
	return {place: placeOf(path, lines), blocks: text ? [{...block, text}] : []};
}

/** Truncated comments are in sections named `src/cart.ts-26-28`, where the lines are not part of the path. */
function placeOf(path: string, lines: LineRange): Place {
	const tail = `-${lines.start}-${lines.end}`;
	return {path: path.endsWith(tail) ? path.slice(0, -tail.length) : path, lines};
}
