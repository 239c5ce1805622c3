import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {type UndoneFile, undo} from '../run/undo.ts';
import {padEnd, widestOf} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {hang} from '../text/wrap.ts';
import {writeJson} from './json.ts';
import {layoutOf, type Paint, type Terminal} from './terminal.ts';

const colors: Record<UndoneFile['outcome'], Parameters<Paint>[0]> = {
	restored: 'green',
	partly: 'yellow',
	untouched: 'dim',
	left: 'yellow',
};

/** `undo`. Returns the exit code. */
export async function undoRun(
	{id, json}: {id: string | null; json: boolean},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const report = await undo(id, context);
	context.signal.throwIfAborted();
	if (json) {
		writeJson(report, terminal.stdout);
		return report.exitCode;
	}
	const {paint, room} = layoutOf(terminal);
	const width = widestOf(Object.keys(colors));
	const rows = report.files.map(({path, outcome, reason}) => {
		const head = `  ${paint(colors[outcome], padEnd(outcome, width))}  `;
		return hang(head, width + 4, [reason === '' ? path : `${path} (${reason})`], room);
	});
	const {commits} = report;
	if (commits) {
		const names = commits.oids.map(oid => oid.slice(0, 10)).join(', ');
		const text = commits.outcome === 'undone' ? `commit ${names}` : `commit ${names} (${commits.reason})`;
		const color = commits.outcome === 'undone' ? 'green' : 'yellow';
		rows.push(hang(`  ${paint(color, padEnd(commits.outcome, width))}  `, width + 4, [text], room));
	}
	const {id: run, pullRequest} = report.run;
	const isLeft = commits?.outcome === 'left';
	const end = report.exitCode === 0 ? 'undone' : isLeft ? 'not undone' : 'partly undone';
	terminal.stdout.write(`${rows.join('')}${paint('bold', `${run} (${escapeControls(pullRequest)}): ${end}`)}\n`);
	if (isLeft) terminal.stdout.write(`${commits.remedy}\n`);
	else if (report.exitCode !== 0) {
		terminal.stdout.write(`To undo the rest, resolve the reasons above, then run: pr-resolve undo ${run}\n`);
		if (report.previous !== null) {
			terminal.stdout.write(`To undo the run before it instead: pr-resolve undo ${report.previous}\n`);
		}
	}
	return report.exitCode;
}
