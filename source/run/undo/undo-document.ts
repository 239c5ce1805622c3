import {formatStop, formatUncommitted} from '../../delivery/delivery-lines.ts';
import {type Block, type Cell, type Document, paragraph, type Rows, type Tone} from '../../document/document.ts';
import {readerLines} from '../../document/reader-lines.ts';
import {widestOf} from '../../text/cells.ts';
import {count} from '../../text/sentences.ts';
import type {UndoneFile, UndoReport} from './undo-report.ts';

const tones: Record<UndoneFile['outcome'], Tone> = {
	restored: 'good',
	partly: 'warning',
	untouched: 'quiet',
	left: 'warning',
};

/** What became of a run, with a row for each of its files. */
export function undoDocument(report: UndoReport): Document {
	const {commits, stops, revert, previous, run} = report;
	const isLeft = commits?.outcome === 'left';
	const isRestLeft = !isLeft && report.exitCode !== 0 && revert === null;
	return [
		rowsOf([...report.files.map(fileRow), ...commitRows(report)]),
		...revertParagraphs(report),
		paragraph(endOf(report), 'strong'),
		...(isLeft && stops.length === 0 ? [paragraph(`${commits.remedy}`)] : []),
		...(isRestLeft
			? [paragraph(`To undo the rest, resolve the reasons above, then run: pr-resolve undo ${run.id}`)]
			: []),
		...(isRestLeft && previous !== null
			? [paragraph(`To undo the run before it instead: pr-resolve undo ${previous}`)]
			: []),
	];
}

/** The same in sentences, without the files that are as before the run. Foreign text in them is not escaped. */
export const undoLines = (report: UndoReport): string[] =>
	readerLines([
		rowsOf(report.files.filter(({outcome}) => outcome === 'left' || outcome === 'partly').map(fileRow)),
		...revertParagraphs(report),
		paragraph(endOf(report)),
	]);

type UndoRow = {outcome: Cell; text: string};

const rowsOf = (rows: readonly UndoRow[]): Rows => ({
	...{kind: 'rows', indent: 2, widths: [widestOf(Object.keys(tones))]},
	rows: rows.map(({outcome, text}) => ({labels: [outcome], texts: [text]})),
});

const fileRow = ({path, outcome, reason}: UndoneFile): UndoRow => ({
	outcome: {text: outcome, tone: tones[outcome]},
	text: reason === '' ? path : `${path} (${reason})`,
});

function commitRows({commits}: UndoReport): UndoRow[] {
	if (!commits) return [];
	const {oids, outcome, reason} = commits;
	const text = `commit ${oids.map(oid => oid.slice(0, 10)).join(', ')}`;
	const isLeft = outcome === 'left';
	return [{outcome: {text: outcome, tone: isLeft ? 'warning' : 'good'}, text: isLeft ? `${text} (${reason})` : text}];
}

function endOf({run, commits, exitCode}: UndoReport): string {
	const end = exitCode === 0 ? 'undone' : commits?.outcome === 'left' ? 'not undone' : 'partly undone';
	return `${run.id} (${run.pullRequest}): ${end}`;
}

/** What became of a run on its pull request; empty if it was only undone here. */
function revertParagraphs({revert, stops}: UndoReport): Block[] {
	const {replies = 0, comments = 0, unresolved = 0, takenBack = [], left = []} = revert?.threads ?? {};
	const where = revert?.pushed ? `, pushed to ${revert.pushed.repository} ${revert.pushed.branch}` : '';
	const inThreads = replies > 0 || comments === 0 ? [count(replies, 'reply', 'replies')] : [];
	const corrected = [...inThreads, ...(comments > 0 ? ['summary comment'] : [])].join(' and ');
	const made = [
		...(revert?.commits ?? []).map(({oid, headline}) => `Committed ${oid.slice(0, 10)} ${headline}${where}.`),
		...(replies + comments + unresolved > 0
			? [`GitHub: ${corrected} corrected, ${count(unresolved, 'thread')} unresolved.`]
			: []),
		...(takenBack.length > 0 ? [`GitHub: ${takenBack.join(', ')}.`] : []),
	];
	const open = [
		...formatUncommitted(revert?.uncommitted ?? []),
		...left.map(({thread, reason}) => `left as it is: ${thread}: ${reason}`),
		...stops.flatMap(formatStop),
	];
	return [...made.map(text => paragraph(text)), ...open.map(text => paragraph(text, 'warning'))];
}
