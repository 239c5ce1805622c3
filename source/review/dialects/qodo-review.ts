import type {Remark, StatedSeverity} from '../dialect.ts';
import type {Place} from '../finding.ts';
import type {Block} from '../markdown.ts';
import {blocksBySection, promptLines, statedAbove} from './parts.ts';
import {placeIn} from './places.ts';
import {readSeverity} from './severity.ts';
import {readRemark} from './style.ts';

/** `1. Title 🐞 Bug ⛨ Security`: number, title, badges. */
const heading =
	/^\d+\.\s+(?<title>[^\p{Extended_Pictographic}]+)(?:\p{Extended_Pictographic}\uFE0F?\s*(?<category>[\p{L} ]+))?/u;

/** Qodo's review in one comment: a section for each finding, with its places in a prompt. */
export function readReviewRows(blocks: readonly Block[]): Remark[] {
	const severities = statedAbove(blocks, pictured);
	return [...blocksBySection(blocks)].flatMap(([section, row]) => {
		const found = heading.exec(section.summary)?.groups;
		if (!found) return [];
		const [place = null, ...alsoAt] = promptPlaces(row);
		const badges = section.summary.slice(section.summary.indexOf(found.title!) + found.title!.length);
		const isSettled = /[✓✔✅☑]|\b(?:resolved|dismissed)\b/iu.test(badges);
		return {
			...readRemark({}, row),
			title: found.title!.trim(),
			severity: isSettled ? null : (severities.get(section) ?? null),
			category: found.category?.trim().toLowerCase() ?? null,
			place,
			alsoAt,
			idle: isSettled ? 'already settled, according to the reviewer' : null,
		};
	});
}

/** A line of a prompt: `- src/file.py[10-20]`. */
const focus = /^- (?<path>\S+)\[(?<start>\d+)(?:-(?<end>\d+))?\]/;

const promptPlaces = (row: readonly Block[]): Place[] => promptLines(row).flatMap(line => placeIn(focus, line) ?? []);

/** The severity of the findings below an image, from its alternative text. */
function pictured(text: string): StatedSeverity | null {
	const words = [...text.matchAll(/<img [^<>]*\balt="([^"<>]*)"/g)].map(([, word = '']) => word);
	return words.map(readSeverity).findLast(stated => stated !== null) ?? null;
}
