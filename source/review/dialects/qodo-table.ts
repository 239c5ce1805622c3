import type {Remark} from '../dialect.ts';
import type {Block, Prose, Section} from '../markdown.ts';
import {blocksBySection, isProse, statedAbove} from './parts.ts';
import {placeIn} from './places.ts';
import {doneAlready, readRemark, type Style} from './style.ts';

/** `[src/x.py [10-12]](https://…)`: the line that identifies a row of the table. */
const qodoLink = /^\[(?<path>[^\n]+) \[(?<start>\d+)(?:-(?<end>\d+))?\]\]\(https?:/;

const style: Style = {
	boilerplate: new RegExp(String.raw`${qodoLink.source}|^\[[ x]\] |^_+$|^${'`'}\[`),
	asides: /^Suggestion (?:importance|impact)\b/i,
	done: /^`\[Suggestion processed\]`$/,
};

/** Each row of the table is a section: the title, the text, the place, a diff, and the importance. */
export function readTable(blocks: readonly Block[]): Remark[] {
	const categories = statedAbove(blocks, categoryIn);
	const commit = commitIn(blocks);
	return [...blocksBySection(blocks)].flatMap(([section, row]) => {
		const line = row.find(
			(block): block is Prose => isProse(block) && block.sections.length === 0 && qodoLink.test(block.text),
		);
		if (!line) return [];
		const place = placeIn(qodoLink, line.text);
		return {...readRow(section, row, categories.get(section) ?? null), place, commit};
	});
}

function readRow(section: Section, row: readonly Block[], category: string | null): Remark {
	const remark = readRemark(style, row);
	return {
		...remark,
		title: section.summary.replace(/^✅\s*/u, ''),
		category,
		confidence: importanceOf(row),
		...(section.summary.startsWith('✅') && {idle: doneAlready, ifOpen: remark}),
	};
}

function importanceOf(row: readonly Block[]): number | null {
	for (const {sections} of row) {
		const stated = /^Suggestion importance\[1-10\]: (\d{1,2})$/.exec(sections.at(-1)?.summary ?? '')?.[1];
		if (stated !== undefined) return Math.min(Number(stated) / 10, 1);
	}
	return null;
}

/** The first cell of the table, which is the category of all rows down to the next one. */
function categoryIn(text: string): string | null {
	const cell = [...text.matchAll(/<td rowspan=\d+>([^<>]+)<\/td>/g)].at(-1)?.[1];
	return cell?.trim().toLowerCase() ?? null;
}

/** The reviewed commit, in a hidden comment. Abbreviated ids are ignored, because they can become ambiguous. */
function commitIn(blocks: readonly Block[]): string | null {
	for (const block of blocks) {
		const stated = block.kind === 'hidden' ? hiddenCommit.exec(block.text)?.[1] : undefined;
		if (stated) return stated;
	}
	return null;
}

const hiddenCommit = /^<!-- (?:https:\/\/\S+\/commit\/)?([\da-f]{40}) -->/;
