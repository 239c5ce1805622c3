import type {Remark, StatedSeverity} from '../dialect.ts';
import type {Place} from '../finding.ts';
import type {Block} from '../markdown.ts';
import {dialectOfForm} from './form.ts';
import {blocksBySection, isProse, promptLines, statedAbove} from './parts.ts';
import {placeIn} from './places.ts';
import {readTable} from './qodo-table.ts';
import {readSeverity} from './severity.ts';
import {readRemark} from './style.ts';

/** `1. Title 🐞 Bug ⛨ Security`: number, title, badges. */
const heading =
	/^\d+\.\s+(?<title>[^\p{Extended_Pictographic}]+)(?:\p{Extended_Pictographic}\uFE0F?\s*(?<category>[\p{L} ]+))?/u;

/** Qodo's review in one comment: a section for each finding, with its places in a prompt. */
function readReviewRows(blocks: readonly Block[]): Remark[] {
	const severities = statedAbove(blocks, pictured);
	return [...blocksBySection(blocks)].flatMap(([section, row]) => {
		const found = heading.exec(section.summary)?.groups;
		const {title} = found ?? {};
		if (!found || title === undefined) return [];
		const [place = null, ...alsoAt] = promptPlaces(row);
		const badges = section.summary.slice(section.summary.indexOf(title) + title.length);
		const severity = severities.get(section) ?? null;
		const isSettled = /[✓✔✅☑]|\b(?:resolved|dismissed)\b/iu.test(badges);
		return {
			...readRemark({}, row),
			title: title.trim(),
			severity: isSettled ? null : severity,
			category: found.category?.trim().toLowerCase() ?? null,
			place,
			alsoAt,
			idle: isSettled ? 'already settled, according to the reviewer' : null,
			...(isSettled && {ifOpen: {severity}}),
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

/** Qodo and PR-Agent: a committable suggestion on lines, a table of suggestions, or a review as one long comment. */
export const qodo = dialectOfForm({
	name: 'qodo',
	logins: ['qodo-code-review', 'qodo-merge-pro', 'qodo-merge', 'qodo-ai', 'codiumai-pr-agent', 'pr-agent'],
	marks: [
		/^## PR (?:Code Suggestions|Reviewer Guide|Compliance Guide)/m,
		/^<h3>Code Review by Qodo<\/h3>/m,
		/^\*\*Suggestion:\*\* .*, importance: \d+\]$/m,
	],
	labels: [/^\*\*Suggestion:\*\*\s*/],
	split: post => (/Code Review by Qodo/.test(post.body) ? readReviewRows(post.blocks) : readTable(post.blocks)),
	notices: [
		{
			mark: /Come back again in a few minutes|An AI review agent is analysing/,
			says: 'a note that a review is running',
			state: 'running',
		},
		{mark: /^\*\*\[Persistent review\]\(/, says: 'a note that a review was updated', state: 'done'},
		{mark: /^## PR Reviewer Guide/, says: "a reviewer's guide", state: 'done'},
		{mark: /^## PR Compliance Guide/, says: 'a list of compliance checks', state: 'done'},
		{mark: /^## PR Code Suggestions|^<h3>Code Review by Qodo/, says: 'the overview of a review', state: 'done'},
	],
	complete: withImportance,
});

/** The end of a suggestion on lines: `[possible bug, importance: 8]`. */
const ending = /\[(?<category>[^[\]\n]*), importance: (?<importance>\d{1,2})\]\s*$/;

function withImportance(remark: Remark): Remark {
	const at = remark.blocks.findIndex(block => isProse(block) && ending.test(block.text));
	const block = remark.blocks[at];
	if (!isProse(block)) return remark;
	const {category = null, importance} = ending.exec(block.text)?.groups ?? {};
	const said: Block = {...block, text: block.text.replace(ending, '').trimEnd()};
	return {...remark, category, confidence: Math.min(Number(importance) / 10, 1), blocks: remark.blocks.with(at, said)};
}
