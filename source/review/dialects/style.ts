import type {Remark} from '../dialect.ts';
import type {Block} from '../markdown.ts';
import {isPrompt} from '../suggestion.ts';
import {titleOf} from '../title.ts';
import {isProse} from './parts.ts';
import {placeOf} from './places.ts';
import {readSeverity} from './severity.ts';

/** How a reviewer writes one remark. */
export type Style = {
	/**
	 * What stands in front of the words, in this order; each may be missing. Groups: `severity`, `kind` (what a label
	 * calls the remark), `details` (of the label, separated by commas), `category`, `title`, `path`, `start`, `end`,
	 * `commit` (the whole id).
	 */
	labels?: readonly RegExp[];
	/** Prose that says nothing about the code. */
	boilerplate?: RegExp;
	/** Summaries of sections that repeat or explain. Prompts are left out of every comment. */
	asides?: RegExp;
	/** Prose that says that it was done. */
	done?: RegExp;
};

/** Why a remark asks for nothing any more. */
export const doneAlready = 'done already, says the reviewer';

/** What some blocks of a comment say, as one remark. */
export function readRemark(style: Style, blocks: readonly Block[]): Remark {
	const isDone = blocks.some(block => isProse(block) && style.done?.test(block.text));
	const [stated, words] = takeLabels(
		style.labels ?? [],
		blocks.filter(block => isSaid(style, block)),
	);
	const details = stated.details?.split(',').map(detail => detail.trim()) ?? [];
	const rated = [stated.severity, ...details, stated.kind].filter(word => word !== undefined);
	const kinds = [stated.category, ...details, stated.kind].filter(word => word !== undefined);
	return {
		key: '',
		title: stated.title === undefined ? null : titleOf(stated.title),
		severity: isDone ? null : (rated.map(readSeverity).find(severity => severity !== null) ?? null),
		category: kinds.find(word => readSeverity(word) === null)?.toLowerCase() ?? null,
		confidence: null,
		place: placeOf(stated.path, stated.start, stated.end),
		commit: stated.commit ?? null,
		alsoAt: [],
		blocks: words,
		idle: isDone ? doneAlready : null,
	};
}

function isSaid({boilerplate, asides}: Style, block: Block): boolean {
	if (block.kind === 'hidden' || block.kind === 'rule') return false;
	if (block.sections.some(section => isPrompt(section) || asides?.test(section.summary))) return false;
	return block.kind === 'fence' || !boilerplate?.test(block.text);
}

/** What the labels state, and the blocks without them. */
function takeLabels(labels: readonly RegExp[], blocks: readonly Block[]): [Record<string, string>, Block[]] {
	const stated: Record<string, string> = {};
	const rest = [...blocks];
	for (const label of labels) {
		const [first] = rest;
		if (!isProse(first)) break;
		const found = label.exec(first.text);
		if (!found) continue;
		for (const [group, text] of Object.entries(found.groups ?? {})) if (text) stated[group] ??= text;
		const text = first.text.slice(found[0].length).trim();
		rest.splice(0, 1, ...(text ? [{...first, text}] : []));
	}
	return [stated, rest];
}
