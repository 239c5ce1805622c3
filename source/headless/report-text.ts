import {lastingWarnings} from '../run/lasting-warnings.ts';
import {isOpen, type Outcome, tellOutcomes} from '../run/outcome.ts';
import {nameOf} from '../run/pull-request-name.ts';
import type {Report} from '../run/report.ts';
import {tellWork, type Work} from '../run/work-size.ts';
import {count} from '../text/count.ts';
import {escapeControls, escapeLines} from '../text/escape-controls.ts';
import type {Paint} from './terminal.ts';
import {wrap} from './wrap.ts';

export type Layout = {paint: Paint; room: number};

const colours: Partial<Record<Outcome, Parameters<Paint>[0]>> = {
	applied: 'green',
	planned: 'cyan',
	'already-applied': 'green',
	conflict: 'magenta',
	failed: 'red',
	stale: 'yellow',
	'needs-person': 'yellow',
	'needs-model': 'blue',
	declined: 'dim',
	'not-actionable': 'dim',
};

/** The result of a run for people: what became of each finding, grouped by file, then what is left to do. */
export function formatReport(report: Report, layout: Layout): string {
	return [
		formatFindings(report, layout),
		formatConflicts(report, layout),
		formatReceipt(report, layout),
		formatSummary(report, layout),
	]
		.filter(section => section !== '')
		.join('\n');
}

type FindingRow = Report['findings'][number];

function formatFindings({findings, changes}: Report, layout: Layout): string {
	// A file that was renamed since the comment goes by its name of today.
	const today = new Map(changes.map(({id, path}) => [id, path]));
	const files = Map.groupBy(findings, ({path, changes: [first]}) => today.get(first ?? '') ?? path ?? '');
	const widths = {
		outcome: widest(findings, ({outcome}) => outcome),
		lines: widest(findings, ({lines}) => formatLines(lines)),
		author: widest(findings, nameAuthor),
	};
	return [...files]
		.sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
		.map(([path, rows]) => {
			const title = path === '' ? 'beside the diff' : escapeControls(path);
			const [idle, rest] = [rows.filter(isIdle), rows.filter(row => !isIdle(row))];
			const sorted = rest.toSorted((a, b) => (a.lines?.start ?? 0) - (b.lines?.start ?? 0));
			const shown = sorted.map(row => formatRow(row, widths, layout));
			return `${layout.paint('bold', title)}\n${shown.join('')}${formatIdle(idle, widths.outcome, layout)}`;
		})
		.join('\n');
}

function widest(findings: readonly FindingRow[], cell: (finding: FindingRow) => string): number {
	return findings.reduce((width, finding) => Math.max(width, cell(finding).length), 0);
}

const isIdle = ({outcome}: FindingRow) => outcome === 'not-actionable';

/** Comments that ask for nothing take one row for each reason. */
function formatIdle(findings: readonly FindingRow[], width: number, {paint}: Layout): string {
	const reasons = Map.groupBy(findings, ({reason}) => reason);
	return [...reasons]
		.map(([reason, {length}]) => {
			const outcome = paint('dim', 'not-actionable'.padEnd(width));
			return `  ${outcome}  ${paint('dim', `${count(length, 'comment')}: ${escapeControls(reason)}`)}\n`;
		})
		.join('');
}

function formatRow(
	finding: FindingRow,
	widths: Record<'outcome' | 'lines' | 'author', number>,
	{paint, room}: Layout,
): string {
	const {outcome, title, lines, explanation} = finding;
	const reason = finding.reason || (explanation ? `written by a model: ${explanation}` : '');
	const head = `  ${paint(colours[outcome] ?? 'reset', outcome.padEnd(widths.outcome))}  `;
	const place = `${formatLines(lines).padStart(widths.lines)}  ${nameAuthor(finding).padEnd(widths.author)}  `;
	const indent = 2 + widths.outcome + 2 + place.length;
	const row = `${head}${place}${cut(escapeControls(title), room - indent)}`.trimEnd();
	const under = 2 + widths.outcome + 2;
	const why = reason === '' ? [] : wrap(escapeControls(reason), room - under);
	return `${row}\n${why.map(line => `${' '.repeat(under)}${paint('dim', line)}\n`).join('')}`;
}

function formatLines(lines: FindingRow['lines']): string {
	if (!lines) return '-';
	return lines.start === lines.end ? `${lines.end}` : `${lines.start}-${lines.end}`;
}

function nameAuthor({author}: FindingRow): string {
	return author ? escapeControls(author.bot ?? author.login) : 'ghost';
}

function cut(text: string, room: number): string {
	return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Of a change in an open conflict as many lines as tell it from the others. */
const shownLines = 8;

function formatConflicts({conflicts, changes, findings}: Report, {paint, room}: Layout): string {
	if (conflicts.length === 0) return '';
	const authors = new Map(findings.map(finding => [finding.id, nameAuthor(finding)]));
	const change = new Map(changes.map(entry => [entry.id, entry]));
	const describe = (id: string) => {
		const {findings: ids = [], placement, outcome} = change.get(id) ?? {};
		const place = placement?.start ? formatLines({start: placement.start, end: placement.end ?? placement.start}) : '';
		return `    ${id}  ${place}  ${ids.map(finding => authors.get(finding)).join(', ')}: ${outcome}\n`;
	};
	const show = (id: string) => {
		const lines = (change.get(id)?.diff ?? '').split('\n').filter(line => /^[-+]/.test(line));
		const shown = lines
			.slice(0, shownLines)
			.map(line => paint(line[0] === '-' ? 'red' : 'green', cut(escapeLines(line).replaceAll('\t', '    '), room - 8)));
		if (lines.length > shownLines) shown.push(paint('dim', count(lines.length - shownLines, 'more line')));
		return shown.map(line => `        ${line}\n`).join('');
	};
	const rows = conflicts.map(({id, kind, chosen, reason, changes: ids}) => {
		const verdict = chosen === null ? `open, ${reason}` : `${chosen} was chosen: ${reason}`;
		const sides = ids.map(side => describe(side) + (chosen === null ? show(side) : ''));
		return `  ${id}  ${kind} in ${escapeControls(change.get(ids[0]!)?.path ?? '')}: ${verdict}\n${sides.join('')}`;
	});
	return `${paint('bold', 'conflicts')}\n${rows.join('')}`;
}

function formatReceipt({receipt}: Report, {paint}: Layout): string {
	const {threads, reviewBodies, issueComments, pages, incomplete, notInApi, reviewers} = receipt;
	const counts = [
		count(threads, 'thread'),
		count(reviewBodies, 'review body', 'review bodies'),
		count(issueComments, 'issue comment'),
	];
	const rows = [`read: ${counts.join(', ')}${pages > 0 ? ` on ${count(pages, 'page')}` : ''}`];
	for (const {login, state, detail} of reviewers) {
		if (state !== 'done') rows.push(paint('yellow', escapeControls(`${login} is ${state}: ${detail}`)));
	}
	for (const text of incomplete) rows.push(paint('red', `not read: ${escapeControls(text)}`));
	for (const text of notInApi) rows.push(`not there: ${escapeControls(text)}`);
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

function formatSummary(report: Report, {paint, room}: Layout): string {
	const {summary, pullRequest, run, findings, conflicts} = report;
	const parts = tellOutcomes(findings).map(part => escapeControls(part));
	const warn = (line: string) => paint('yellow', line);
	const rows = [paint('bold', `${nameOf(pullRequest)}: ${count(summary.findings, 'finding')}`)];
	if (parts.length > 0) rows.push(...wrap(parts.join(', '), room - 2).map(line => `  ${line}`));
	if (findings.some(({outcome}) => isOpen(outcome)) && conflicts.some(({chosen}) => chosen === null)) {
		rows.push('decide the open conflicts with --strategy ask in a terminal, or with --decisions <file>');
	}
	// The rows above have pushed them out of view.
	for (const {text} of lastingWarnings(report)) rows.push(...wrap(`warning: ${escapeControls(text)}`, room).map(warn));
	if (run) rows.push(`written: ${tellWork(writtenBy(report))}, not committed`, `take it back with: ${run.undo}`);
	return `${rows.join('\n')}\n`;
}
