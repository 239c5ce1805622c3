import {formatStop, formatUncommitted} from '../run/closing/closing-lines.ts';
import type {UndoneFile, UndoReport} from '../run/undo/undo-report.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {shownIn} from '../text/safe.ts';
import {count} from '../text/sentences.ts';
import {hang, wrap} from '../text/wrap.ts';
import type {Layout, Paint} from './terminal.ts';

const colors: Record<UndoneFile['outcome'], Parameters<Paint>[0]> = {
	restored: 'green',
	partly: 'yellow',
	untouched: 'dim',
	left: 'yellow',
};

/** What became of a run, with a line for each of its files. */
export function formatUndo(report: UndoReport, layout: Layout): string {
	const {paint, room} = layout;
	const width = widestOf(Object.keys(colors));
	const rows = report.files.map(({path, outcome, reason}) => {
		const head = `  ${paint(colors[outcome], padEnd(outcome, width))}  `;
		return hang(head, width + 4, [reason === '' ? path : `${path} (${reason})`], room);
	});
	const {commits, stops, revert, previous, run} = report;
	if (commits) {
		const names = commits.oids.map(oid => oid.slice(0, 10)).join(', ');
		const text = commits.outcome === 'left' ? `commit ${names} (${commits.reason})` : `commit ${names}`;
		const color = commits.outcome === 'left' ? 'yellow' : 'green';
		rows.push(hang(`  ${paint(color, padEnd(commits.outcome, width))}  `, width + 4, [text], room));
	}
	const isLeft = commits?.outcome === 'left';
	const isRestLeft = !isLeft && report.exitCode !== 0 && revert === null;
	const next = [
		...(isLeft && stops.length === 0 ? [commits.remedy] : []),
		...(isRestLeft ? [`To undo the rest, resolve the reasons above, then run: pr-resolve undo ${run.id}`] : []),
		...(isRestLeft && previous !== null ? [`To undo the run before it instead: pr-resolve undo ${previous}`] : []),
	];
	const lines = [...formatRevert(report, layout), paint('bold', endOf(report)), ...next];
	return `${rows.join('')}${lines.map(line => `${line}\n`).join('')}`;
}

/** The same without the files that are as before the run. */
export const undoLines = (report: UndoReport): string[] => [
	...report.files.flatMap(({path, outcome, reason}) =>
		outcome === 'left' || outcome === 'partly' ? [`${outcome}: ${escapeControls(path)} (${reason})`] : [],
	),
	...formatRevert(report, {paint: (_, text) => text, room: Number.POSITIVE_INFINITY}),
	endOf(report),
];

function endOf({run, commits, exitCode}: UndoReport): string {
	const end = exitCode === 0 ? 'undone' : commits?.outcome === 'left' ? 'not undone' : 'partly undone';
	return `${run.id} (${escapeControls(run.pullRequest)}): ${end}`;
}

/** What became of a run on its pull request; empty if it was only undone here. */
function formatRevert({revert, stops}: UndoReport, {paint, room}: Layout): string[] {
	const rows: string[] = [];
	for (const {oid, headline} of revert?.commits ?? []) {
		const where = revert?.pushed ? `, pushed to ${revert.pushed.repository} ${revert.pushed.branch}` : '';
		rows.push(...wrap(`Committed ${oid.slice(0, 10)} ${shownIn(room, headline)}${shownIn(room, where)}.`, room));
	}
	const {replies = 0, comments = 0, unresolved = 0, left = []} = revert?.threads ?? {};
	if (replies + comments + unresolved > 0) {
		const corrected = [count(replies, 'reply', 'replies'), ...(comments > 0 ? ['summary comment'] : [])].join(' and ');
		const made = `${corrected} corrected, ${count(unresolved, 'thread')} unresolved`;
		rows.push(...wrap(`GitHub: ${made}.`, room));
	}
	const open = [
		...formatUncommitted(revert?.uncommitted ?? []).map(text => shownIn(room, text)),
		...left.map(({thread, reason}) => `left as it is: ${shownIn(room, thread)}: ${reason}`),
		...stops.flatMap(formatStop),
	];
	return [...rows, ...open.flatMap(line => wrap(line, room)).map(line => paint('yellow', line))];
}
