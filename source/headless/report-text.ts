import {formatWork, type Work} from '../run/plan/plan-of.ts';
import {nameOf} from '../run/pull-request/name.ts';
import {askingLines} from '../run/report/asking-words.ts';
import {formatOutcomes, isToDecide} from '../run/report/outcome.ts';
import type {Report} from '../run/report/report.ts';
import {lastingWarnings} from '../run/warning.ts';
import {cut} from '../text/cells.ts';
import {shownIn} from '../text/safe.ts';
import {count} from '../text/sentences.ts';
import {textTable} from '../text/table.ts';
import {wrap} from '../text/wrap.ts';
import {formatClosing, formatPreview} from './report-closing.ts';
import {formatFindings, formatLines, nameAuthor, nameModel} from './report-findings.ts';
import {formatThreads} from './report-threads.ts';
import {formatVerification} from './report-verification.ts';
import type {Layout, Paint} from './terminal.ts';

/** What its reader can do next. */
type Possible = {
	/** Whether the command that ran can ask in a terminal. */
	mayAsk: boolean;
	/** Whether the record of the run will be there. */
	mayUndo: boolean;
};

/** The text report: the outcome of each finding, grouped by file, then what is left to do. */
export function formatReport(
	report: Report,
	layout: Layout,
	possible: Possible = {mayAsk: true, mayUndo: true},
): string {
	const sections = [
		formatFindings(report, layout),
		formatConflicts(report, layout),
		formatReceipt(report, layout),
		formatVerification(report, layout),
	].filter(section => section !== '');
	const {warnings, summary} = report;
	const withWarnings = (shown: Report['warnings']) =>
		[...sections, formatSummary({...report, warnings: shown}, layout, possible)].join('\n');
	// stderr had them before. A report that fits below them leaves them in view.
	const again = withWarnings(lastingWarnings(warnings, summary));
	return again.split('\n').length > (layout.height ?? Number.POSITIVE_INFINITY) ? again : withWarnings([]);
}

/** Lines shown of each change in an open conflict. */
const shownLines = 8;

function formatConflicts({conflicts, changes, findings}: Report, {paint, room}: Layout): string {
	if (conflicts.length === 0) return '';
	const authors = new Map(findings.map(finding => [finding.id, nameAuthor(finding)]));
	const change = new Map(changes.map(entry => [entry.id, entry]));
	const reviewersOf = (ids: readonly string[]) => ids.map(finding => authors.get(finding)).join(', ');
	const describe = (id: string) => {
		const {findings: ids = [], placement, outcome, model} = change.get(id) ?? {};
		const place = placement?.start ? formatLines({start: placement.start, end: placement.end ?? placement.start}) : '';
		const reviewers = reviewersOf(ids);
		const who = model ? `${nameModel(model)} for ${reviewers}'s comment` : reviewers;
		return [id, place, `${who}: ${outcome}`];
	};
	const show = (id: string) => {
		const lines = (change.get(id)?.diff ?? '').split('\n').filter(line => /^[-+]/.test(line));
		const shown = lines
			.slice(0, shownLines)
			.map(line =>
				paint(line[0] === '-' ? 'red' : 'green', cut(shownIn(room, line.replaceAll('\t', '    ')), room - 8)),
			);
		if (lines.length > shownLines) shown.push(paint('dim', count(lines.length - shownLines, 'more line')));
		return shown.map(line => `        ${line}\n`).join('');
	};
	const rows = conflicts.map(({id, kind, chosen, reason, changes: ids}) => {
		const verdict =
			chosen === null
				? `open, ${reason}`
				: `${chosen} by ${reviewersOf(change.get(chosen)?.findings ?? [])} was chosen: ${reason}`;
		const head = wrap(`${id}  ${kind} in ${change.get(ids[0]!)?.path ?? ''}: ${verdict}`, room - 2);
		const sides = textTable(ids.map(describe), {room: room - 4});
		const below = ids.map((side, index) => `    ${sides[index]}\n${chosen === null ? show(side) : ''}`);
		return `${head.map(line => `  ${line}\n`).join('')}${below.join('')}`;
	});
	return `${paint('bold', 'conflicts')}\n${rows.join('')}`;
}

function formatReceipt({receipt}: Report, {paint, room}: Layout): string {
	const {threads, reviewBodies, issueComments, pages, incomplete, notInApi, reviewers} = receipt;
	const counts = [
		...(threads > 0 ? [count(threads, 'thread')] : []),
		...(reviewBodies > 0 ? [count(reviewBodies, 'review body', 'review bodies')] : []),
		...(issueComments > 0 ? [count(issueComments, 'issue comment')] : []),
	];
	const read = counts.length > 0 ? counts.join(', ') : 'no comments';
	const rows = wrap(`read: ${read}${pages > 0 ? ` (${count(pages, 'page')} from GitHub)` : ''}`, room);
	const add = (text: string, color: Parameters<Paint>[0] = 'reset') =>
		rows.push(...wrap(text, room).map(line => (color === 'reset' ? line : paint(color, line))));
	for (const {login, state, detail} of reviewers) {
		if (state !== 'done') add(`${login} is ${state}: ${detail}`, 'yellow');
	}
	for (const text of incomplete) add(`incomplete: ${text}`, 'red');
	for (const text of notInApi) add(text);
	return `${rows.join('\n')}\n`;
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

function formatSummary(report: Report, layout: Layout, {mayAsk, mayUndo}: Possible): string {
	const {paint, room} = layout;
	const {summary, pullRequest, run, findings, conflicts, llm} = report;
	const parts = formatOutcomes(findings);
	const warn = (line: string) => paint('yellow', line);
	const title = wrap(`${nameOf(pullRequest)}: ${count(summary.findings, 'finding')}`, room);
	const rows = title.map(line => paint('bold', line));
	if (parts.length > 0) rows.push(...wrap(parts.join(', '), room - 2).map(line => `  ${line}`));
	rows.push(...askingLines(llm.asking).flatMap(line => wrap(line, room)));
	if (findings.some(({outcome}) => isToDecide(outcome)) && conflicts.some(({chosen}) => chosen === null)) {
		const how = mayAsk ? 'pass --strategy ask in a terminal, or' : 'run pr-resolve review, or pass';
		rows.push(...wrap(`To decide the open conflicts, ${how} --decisions <file>.`, room));
	}
	for (const {text} of report.warnings) rows.push(...wrap(`warning: ${text}`, room).map(warn));
	if (run) {
		const isCommitted = report.commits.length > 0;
		rows.push(`Applied ${formatWork(writtenBy(report))}${isCommitted ? '' : ' (not committed)'}.`);
	}
	rows.push(...formatPreview(report, layout), ...formatClosing(report, layout), ...formatThreads(report, layout));
	if (run?.undo && mayUndo) rows.push(`Undo: ${run.undo}`);
	return `${rows.join('\n')}\n`;
}
