import {type Document, paragraph, type TableRow} from '../../document/document.ts';
import {rangeOf} from '../../review/closing/quotable.ts';
import type {Repetition} from '../../review/finding.ts';
import {plainText} from '../../review/inline.ts';
import {aliasOf} from '../../settings/providers.ts';
import {count} from '../../text/sentences.ts';
import {outcomeTable} from './outcome.ts';
import type {Report} from './report.ts';

type ReportRow = Report['findings'][number];
type ChangeRow = Report['changes'][number];

/** The outcome of each finding, grouped by file; empty without findings. */
export function findingTable({findings: all, changes}: Report): Document {
	const [findings, forGood] = [all.filter(({memory}) => !memory), all.filter(({memory}) => memory)];
	const made = new Map(changes.map(change => [change.id, change]));
	// A file that was renamed since the comment appears under its current name.
	const files = Map.groupBy(findings, ({path, changes: [first]}) => made.get(first ?? '')?.path ?? path ?? '');
	const rows = [...files]
		.sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
		.flatMap(([path, members]) => {
			const [idle, rest] = [members.filter(asksNothing), members.filter(member => !asksNothing(member))];
			const sorted = rest.toSorted((a, b) => (a.lines?.start ?? 0) - (b.lines?.start ?? 0));
			const [first, ...others] = [...sorted.map(member => rowOf(member, made)), ...idleRows(idle)];
			return first ? [{...first, group: path === '' ? 'no file' : path}, ...others] : [];
		});
	rows.push(...rowsForGood(forGood));
	const columns = [{title: 'outcome'}, {title: 'lines', align: 'right'}, {title: 'by'}, {title: 'finding'}] as const;
	return rows.length === 0 ? [] : [{kind: 'table', columns, rows, titledFor: [], indent: 2}];
}

/** The heading of what the team has declined for good. */
export const forGoodTitle = 'declined by memory';

function rowsForGood(findings: readonly ReportRow[]): TableRow[] {
	return findings.map(({outcome, lines, path, title, reason, ...finding}, index): TableRow => {
		const texts = [
			outcome,
			lines ? rangeOf(lines) : '-',
			nameAuthor(finding),
			path === null ? title : `${path}: ${title}`,
		];
		return {
			cells: texts.map(text => ({text, tone: 'quiet'})),
			below: [paragraph(reason, 'quiet')],
			...(index === 0 && {group: forGoodTitle}),
		};
	});
}

const asksNothing = ({outcome}: ReportRow) => outcome === 'not-actionable';

function rowOf(finding: ReportRow, made: ReadonlyMap<string, ChangeRow>): TableRow {
	const {outcome, title, lines, reason, alsoTold} = finding;
	const below = [reason, madeBy(finding, made), ...alsoTold.map(formatRepetition)].filter(Boolean);
	return {
		cells: [
			{text: outcome, tone: outcomeTable[outcome].tone},
			lines ? rangeOf(lines) : '-',
			nameAuthor(finding),
			title,
		],
		below: below.map(text => paragraph(text, 'quiet')),
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
const idleRows = (findings: readonly ReportRow[]): TableRow[] =>
	[...Map.groupBy(findings, ({reason}) => reason)].map(([reason, {length}]) => ({
		cells: ['not-actionable', `${count(length, 'comment')}: ${reason}`].map(text => ({text, tone: 'quiet'})),
	}));

export const nameAuthor = ({author}: Pick<ReportRow, 'author'>): string =>
	author ? (author.bot ?? author.login) : 'ghost';

const places = {thread: 'in another comment', review: 'in a review', comment: 'in the conversation'} as const;

/** Says where a reviewer repeats a finding, with its words where they are other ones. */
export function formatRepetition({kind, commentId, url, words}: Repetition): string {
	const where = `repeated ${places[kind]} (${url ?? commentId})`;
	return words === null ? where : `${where}: ${plainText(words)}`;
}
