import type {Outcome} from '../run/report/outcome.ts';
import {formatRepetition} from '../run/report/repetition.ts';
import type {Report} from '../run/report/report.ts';
import {aliasOf} from '../settings/providers.ts';
import {cut, widestOf} from '../text/cells.ts';
import {shownIn} from '../text/safe.ts';
import {count} from '../text/sentences.ts';
import {textTable} from '../text/table.ts';
import {indentBelow, wrap} from '../text/wrap.ts';
import type {Layout, Paint} from './terminal.ts';

const colors: Partial<Record<Outcome, Parameters<Paint>[0]>> = {
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

type ReportRow = Report['findings'][number];
type ChangeRow = Report['changes'][number];

/** A row of the table of findings with the lines below it; a cell without looks is plain. */
type Row = {cells: readonly string[]; looks: readonly Parameters<Paint>[0][]; below: readonly string[]};

/** The outcome of each finding, grouped by file. */
export function formatFindings({findings, changes}: Report, {paint, room}: Layout): string {
	const made = new Map(changes.map(change => [change.id, change]));
	// A file that was renamed since the comment appears under its current name.
	const files = Map.groupBy(findings, ({path, changes: [first]}) => made.get(first ?? '')?.path ?? path ?? '');
	const indent = indentBelow(2 + widestOf(findings.map(({outcome}) => outcome)) + 2, room);
	const groups = [...files]
		.sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
		.map(([path, members]) => {
			const [idle, rest] = [members.filter(asksNothing), members.filter(member => !asksNothing(member))];
			const sorted = rest.toSorted((a, b) => (a.lines?.start ?? 0) - (b.lines?.start ?? 0));
			const rows = [...sorted.map(member => rowOf(member, made, room - indent)), ...idleRows(idle, room - indent)];
			return {title: path === '' ? 'no file' : path, rows};
		});
	const rows = groups.flatMap(({rows}) => rows);
	const lines = textTable(
		rows.map(({cells}) => cells),
		{
			align: ['left', 'right'],
			room: room - 2,
			paint: (text, row, column) => {
				const look = rows[row]!.looks[column];
				return look ? paint(look, text) : text;
			},
		},
	);
	const lineOf = new Map(rows.map((row, index) => [row, lines[index]!]));
	const below = (text: string) => `${' '.repeat(indent)}${paint('dim', text)}\n`;
	return groups
		.map(({title, rows}) => {
			const head = paint('bold', cut(shownIn(room, title), room));
			return `${head}\n${rows.map(row => `  ${lineOf.get(row)}\n${row.below.map(below).join('')}`).join('')}`;
		})
		.join('\n');
}

const asksNothing = ({outcome}: ReportRow) => outcome === 'not-actionable';

function rowOf(finding: ReportRow, made: ReadonlyMap<string, ChangeRow>, room: number): Row {
	const {outcome, title, lines, reason, alsoTold} = finding;
	return {
		cells: [outcome, formatLines(lines), nameAuthor(finding), title],
		looks: [colors[outcome] ?? 'reset'],
		below: [reason, madeBy(finding, made), ...alsoTold.map(formatRepetition)]
			.filter(Boolean)
			.flatMap(text => wrap(text, room)),
	};
}

/** The model that wrote the change for a finding, with its explanation; empty if there is none. */
function madeBy({changes, explanation}: ReportRow, made: ReadonlyMap<string, ChangeRow>): string {
	const change = changes.flatMap(id => made.get(id) ?? []).find(({model}) => model !== null);
	if (!change?.model) return '';
	const sure = `${Math.round(change.confidence * 100)}% sure`;
	return `by ${nameModel(change.model)}, ${sure}${explanation ? `: ${explanation}` : ''}`;
}

export const nameModel = ({provider, model}: NonNullable<ChangeRow['model']>) => `${aliasOf(provider)} ${model}`;

/** One row for each reason why comments are not actionable. */
function idleRows(findings: readonly ReportRow[], room: number): Row[] {
	return [...Map.groupBy(findings, ({reason}) => reason)].map(([reason, {length}]) => {
		const [first = '', ...below] = wrap(`${count(length, 'comment')}: ${reason}`, room);
		return {cells: ['not-actionable', first], looks: ['dim', 'dim'], below};
	});
}

export function formatLines(lines: ReportRow['lines']): string {
	if (!lines) return '-';
	return lines.start === lines.end ? `${lines.end}` : `${lines.start}-${lines.end}`;
}

export function nameAuthor({author}: ReportRow): string {
	return author ? (author.bot ?? author.login) : 'ghost';
}
