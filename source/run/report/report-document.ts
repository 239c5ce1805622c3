import {type Block, type Document, gap, paragraph, type TableRow} from '../../document/document.ts';
import {rangeOf} from '../../review/closing/quotable.ts';
import {count} from '../../text/sentences.ts';
import {memoryLine} from '../memory/receipt.ts';
import {formatWork, type Work} from '../plan/plan-of.ts';
import {nameOf} from '../pull-request/name.ts';
import {askingLines} from './asking-words.ts';
import {deliveryBlocks, previewBlocks, threadBlocks, verificationBlocks} from './delivery-blocks.ts';
import {findingTable, nameAuthor, nameModel} from './finding-table.ts';
import {formatOutcomes, isToDecide} from './outcome.ts';
import type {Report} from './report.ts';

/** What its reader can do next. */
export type Possible = {
	/** Whether the command that ran can ask in a terminal. */
	mayAsk: boolean;
	/** Whether the record of the run will be there. */
	mayUndo: boolean;
};

/** The outcome of each finding, grouped by file, then what is left to do. */
export const reportDocument = (report: Report, possible: Possible): Document => [
	...[findingTable(report), conflictBlocks(report), receiptBlocks(report), verificationBlocks(report)]
		.filter(section => section.length > 0)
		.flatMap(section => [...section, gap]),
	...summaryBlocks(report, possible),
];

/** Lines shown of each change in an open conflict. */
const shownLines = 8;

function conflictBlocks({conflicts, changes, findings}: Report): Document {
	if (conflicts.length === 0) return [];
	const authors = new Map(findings.map(finding => [finding.id, nameAuthor(finding)]));
	const change = new Map(changes.map(entry => [entry.id, entry]));
	const reviewersOf = (ids: readonly string[] = []) => ids.map(finding => authors.get(finding)).join(', ');
	const sideOf = (id: string, isOpen: boolean): TableRow => {
		const {findings: ids, placement, outcome, model, diff = ''} = change.get(id) ?? {};
		const place = placement?.start ? rangeOf({start: placement.start, end: placement.end ?? placement.start}) : '';
		const who = model ? `${nameModel(model)} for ${reviewersOf(ids)}'s comment` : reviewersOf(ids);
		const lines = diff.split('\n').filter(line => /^[-+]/.test(line));
		const more = lines.length > shownLines ? [count(lines.length - shownLines, 'more line')] : [];
		const text = [...lines.slice(0, shownLines), ...more].join('\n');
		return {cells: [id, place, `${who}: ${outcome}`], below: isOpen && text !== '' ? [{kind: 'diff', text}] : []};
	};
	return [
		{kind: 'heading', text: 'conflicts'},
		...conflicts.flatMap(({id, kind, chosen, reason, changes: ids}): Block[] => {
			const verdict =
				chosen === null
					? `open, ${reason}`
					: `${chosen} by ${reviewersOf(change.get(chosen)?.findings)} was chosen: ${reason}`;
			const path = change.get(ids[0] ?? '')?.path ?? '';
			const columns = [{title: 'change'}, {title: 'lines'}, {title: 'outcome'}];
			const rows = ids.map(side => sideOf(side, chosen === null));
			return [
				paragraph(`${id}  ${kind} in ${path}: ${verdict}`, 'plain', 2),
				{kind: 'table', columns, rows, titledFor: [], indent: 4, belowAt: 8},
			];
		}),
	];
}

function receiptBlocks({receipt}: Report): Block[] {
	const {threads, reviewBodies, issueComments, pages, incomplete, notInApi, reviewers, memory} = receipt;
	const fromMemory = memory ? memoryLine(memory, memory.declined) : null;
	const counts = [
		...(threads > 0 ? [count(threads, 'thread')] : []),
		...(reviewBodies > 0 ? [count(reviewBodies, 'review body', 'review bodies')] : []),
		...(issueComments > 0 ? [count(issueComments, 'issue comment')] : []),
	];
	const read = counts.length > 0 ? counts.join(', ') : 'no comments';
	return [
		paragraph(`read: ${read}${pages > 0 ? ` (${count(pages, 'page')} from GitHub)` : ''}`),
		...reviewers.flatMap(({login, state, detail}) =>
			state === 'done' ? [] : [paragraph(`${login} is ${state}: ${detail}`, 'warning')],
		),
		...incomplete.map(text => paragraph(`incomplete: ${text}`, 'bad')),
		...notInApi.map(text => paragraph(text)),
		...(fromMemory === null ? [] : [paragraph(fromMemory)]),
	];
}

/** What a run has written. */
function writtenBy({changes, files}: Report): Work {
	const applied = changes.filter(({outcome}) => outcome === 'applied');
	return {
		findings: new Set(applied.flatMap(({findings}) => findings)).size,
		changes: applied.length,
		files: files.filter(({applied}) => applied > 0).length,
	};
}

function summaryBlocks(report: Report, {mayAsk, mayUndo}: Possible): Block[] {
	const {summary, pullRequest, run, findings, conflicts, llm, warnings, commits} = report;
	const parts = formatOutcomes(findings);
	const isOpen = findings.some(isToDecide) && conflicts.some(({chosen}) => chosen === null);
	const how = mayAsk ? 'pass --strategy ask in a terminal, or' : 'run pr-resolve review, or pass';
	const written = run
		? [`Applied ${formatWork(writtenBy(report))}${commits.length > 0 ? '' : ' (not committed)'}.`]
		: [];
	return [
		{kind: 'heading', text: `${nameOf(pullRequest)}: ${count(summary.findings, 'finding')}`},
		...(parts.length > 0 ? [paragraph(parts.join(', '), 'plain', 2)] : []),
		...askingLines(llm.asking).map(text => paragraph(text)),
		...(isOpen ? [paragraph(`To decide the open conflicts, ${how} --decisions <file>.`)] : []),
		...warnings.map(({text}) => paragraph(`warning: ${text}`, 'warning')),
		...written.map(text => paragraph(text)),
		...previewBlocks(report),
		...deliveryBlocks(report),
		...threadBlocks(report),
		...(run?.undo && mayUndo ? [paragraph(`Undo: ${run.undo}`)] : []),
	];
}
