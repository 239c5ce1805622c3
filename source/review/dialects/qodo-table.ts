import type {Place, Remark} from '../dialect.ts';
import type {Block, Prose, Section} from '../markdown.ts';
import {blocksBySection, isProse, statedAbove} from './parts.ts';
import {placeIn} from './places.ts';
import {doneAlready, readRemark, type Style} from './style.ts';

/** `[src/x.py [10-12]](https://…)`: the line by which a row of the table is known. */
const link = /^\[(?<path>[^\n]+) \[(?<start>\d+)(?:-(?<end>\d+))?\]\]\(https?:/;

const style: Style = {
	boilerplate: new RegExp(String.raw`${link.source}|^\[[ x]\] |^_+$|^${'`'}\[`),
	asides: /^Suggestion (?:importance|impact)\b/i,
	done: /^`\[Suggestion processed\]`$/,
};

/** Each row of the table is a section of its own: the title, what to do, the place, a diff, and how important it is. */
export function readTable(blocks: readonly Block[]): Remark[] {
	const categories = statedAbove(blocks, categoryIn);
	return [...blocksBySection(blocks)].flatMap(([section, row]) => {
		const line = row.find(
			(block): block is Prose => isProse(block) && block.sections.length === 0 && link.test(block.text),
		);
		return line ? readRow(section, row, placeIn(link, line.text), categories.get(section) ?? null) : [];
	});
}

function readRow(section: Section, row: readonly Block[], place: Place | null, category: string | null): Remark {
	const remark = readRemark(style, row);
	return {
		...remark,
		title: section.summary.replace(/^✅\s*/u, ''),
		category,
		confidence: importanceOf(row),
		place,
		idle: section.summary.startsWith('✅') ? doneAlready : remark.idle,
	};
}

function importanceOf(row: readonly Block[]): number | null {
	for (const {sections} of row) {
		const stated = /^Suggestion importance\[1-10\]: (\d{1,2})$/.exec(sections.at(-1)?.summary ?? '')?.[1];
		if (stated !== undefined) return Math.min(Number(stated) / 10, 1);
	}
	return null;
}

/** The first cell of the table holds for all rows down to the next one. */
function categoryIn(text: string): string | null {
	const cell = [...text.matchAll(/<td rowspan=\d+>([^<>]+)<\/td>/g)].at(-1)?.[1];
	return cell?.trim().toLowerCase() ?? null;
}
