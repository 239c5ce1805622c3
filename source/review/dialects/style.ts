import type {Remark} from '../dialect.ts';
import type {Block} from '../markdown.ts';
import {isPrompt} from '../suggestion.ts';
import {titleOf} from '../title.ts';
import {isProse} from './parts.ts';
import {placeOf} from './places.ts';
import {readSeverity} from './severity.ts';

/** The format of one remark. */
export type Style = {
	/**
	 * Labels before the text, in this order; each may be missing. Groups: `severity`, `kind` (of the remark), `details`
	 * (separated by commas), `category`, `rule`, `title`, `path`, `start`, `end`, `commit` (the full id).
	 */
	labels?: readonly RegExp[];
	/** Prose that is not about the code. */
	boilerplate?: RegExp;
	/** Summaries of sections that repeat or explain. Prompts are always ignored. */
	asides?: RegExp;
	/** Prose that marks the remark as done. */
	done?: RegExp;
};

/** Why there is nothing left to do. */
export const doneAlready = 'already done, according to the reviewer';

/** Reads some blocks of a comment as one remark. */
export function readRemark(style: Style, blocks: readonly Block[]): Remark {
	const isDone = blocks.some(block => isProse(block) && style.done?.test(block.text));
	const [stated, words] = takeLabels(
		style.labels ?? [],
		blocks.filter(block => isSaid(style, block)),
	);
	const details = stated.details?.split(',').map(detail => detail.trim()) ?? [];
	const rated = [stated.severity, ...details, stated.kind].filter(word => word !== undefined);
	const severity = rated.map(readSeverity).find(severity => severity !== null) ?? null;
	const kinds = [stated.category, ...details, stated.kind].filter(word => word !== undefined);
	return {
		key: '',
		title: stated.title === undefined ? null : titleOf(stated.title),
		severity: isDone ? null : severity,
		category: kinds.find(word => readSeverity(word) === null)?.toLowerCase() ?? null,
		...(stated.rule !== undefined && {rule: stated.rule}),
		confidence: null,
		place: placeOf(stated.path, stated.start, stated.end),
		commit: stated.commit ?? null,
		alsoAt: [],
		blocks: words,
		idle: isDone ? doneAlready : null,
		...(isDone && {ifOpen: {severity}}),
	};
}

function isSaid({boilerplate, asides}: Style, block: Block): boolean {
	if (block.kind === 'hidden' || block.kind === 'rule') return false;
	if (block.sections.some(section => isPrompt(section) || asides?.test(section.summary))) return false;
	return block.kind === 'fence' || !boilerplate?.test(block.text);
}

/** The groups of the labels, and the blocks without the labels. */
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
