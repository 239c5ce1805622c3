import type {PullRequestArgument} from '../code-host/port.ts';
import type {ExitCode} from '../exit-code.ts';
import {formatStop, formatUncommitted} from '../run/closing/left-over.ts';
import type {Context} from '../run/context.ts';
import {undo} from '../run/undo/undo.ts';
import type {UndoneFile, UndoReport} from '../run/undo/undo-report.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {count} from '../text/count.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {shownIn} from '../text/safe.ts';
import {hang, wrap} from '../text/wrap.ts';
import {writeJson} from './json.ts';
import {makeProgress} from './progress.ts';
import {promptsOf} from './prompts.ts';
import {type Layout, layoutOf, type Paint, type Terminal} from './terminal.ts';

const colors: Record<UndoneFile['outcome'], Parameters<Paint>[0]> = {
	restored: 'green',
	partly: 'yellow',
	untouched: 'dim',
	left: 'yellow',
};

/** `undo`. Returns the exit code. */
export async function undoRun(
	{
		id,
		repo,
		json,
		publish = false,
		pullRequest = null,
	}: {
		id: string | null;
		repo: string | null;
		json: boolean;
		publish?: boolean;
		/** That the run is on; null: it is recorded here. */
		pullRequest?: PullRequestArgument | null;
	},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const {show, clear} = makeProgress(terminal, context);
	const options = {repo, publish, pullRequest, prompts: promptsOf(terminal, clear), onEvent: show};
	const report = await undo(id, options, context).finally(clear);
	if (json) {
		writeJson(report, terminal.stdout);
		return report.exitCode;
	}
	const layout = layoutOf(terminal);
	const {paint, room} = layout;
	const width = widestOf(Object.keys(colors));
	const rows = report.files.map(({path, outcome, reason}) => {
		const head = `  ${paint(colors[outcome], padEnd(outcome, width))}  `;
		return hang(head, width + 4, [reason === '' ? path : `${path} (${reason})`], room);
	});
	const {commits} = report;
	if (commits) {
		const names = commits.oids.map(oid => oid.slice(0, 10)).join(', ');
		const text = commits.outcome === 'left' ? `commit ${names} (${commits.reason})` : `commit ${names}`;
		const color = commits.outcome === 'left' ? 'yellow' : 'green';
		rows.push(hang(`  ${paint(color, padEnd(commits.outcome, width))}  `, width + 4, [text], room));
	}
	const {id: run, pullRequest: on} = report.run;
	const isLeft = commits?.outcome === 'left';
	const end = report.exitCode === 0 ? 'undone' : isLeft ? 'not undone' : 'partly undone';
	const closing = formatRevert(report, layout).map(line => `${line}\n`);
	terminal.stdout.write(
		`${rows.join('')}${closing.join('')}${paint('bold', `${run} (${escapeControls(on)}): ${end}`)}\n`,
	);
	if (isLeft) {
		if (report.stops.length === 0) terminal.stdout.write(`${commits.remedy}\n`);
	} else if (report.exitCode !== 0 && report.revert === null) {
		terminal.stdout.write(`To undo the rest, resolve the reasons above, then run: pr-resolve undo ${run}\n`);
		if (report.previous !== null) {
			terminal.stdout.write(`To undo the run before it instead: pr-resolve undo ${report.previous}\n`);
		}
	}
	return report.exitCode;
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
