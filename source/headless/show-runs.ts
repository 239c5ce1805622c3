import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {type BrokenRun, listRuns, type Run} from '../run/journal.ts';
import {formatWork} from '../run/work-size.ts';
import {textTable} from '../text/table.ts';
import {writeJson} from './json.ts';
import {layoutOf, type Terminal} from './terminal.ts';

/** `runs`. Returns the exit code. */
export async function showRuns({json}: {json: boolean}, terminal: Terminal, context: Context): Promise<ExitCode> {
	const runs = await listRuns(context);
	if (json) {
		writeJson({schema: 'pr-resolve/runs@1', runs: runs.map(summarizeRun)}, terminal.stdout);
		return 0;
	}
	if (runs.length === 0) terminal.stderr.write('No run has written to this working tree.\n');
	else terminal.stdout.write(formatRuns(runs, terminal));
	return 0;
}

const isBroken = (run: Run | BrokenRun): run is BrokenRun => run.state === 'broken';

/** A terminal gets a header and local times, a pipe the full values. */
function formatRuns(runs: readonly (Run | BrokenRun)[], terminal: Terminal): string {
	const isTerminal = terminal.stdout.isTTY === true;
	const rows = runs.map(run => [run.id, run.state, ...describe(run, isTerminal ? localMinute : time => time)]);
	const head = isTerminal ? [['run', 'state', 'time', 'pull request', 'written']] : [];
	const {paint, room} = layoutOf(terminal);
	const lines = textTable([...head, ...rows], {
		room,
		paint: (text, row, column) => (row < head.length || column === 0 ? paint('bold', text) : text),
	});
	return `${lines.join('\n')}\n`;
}

function describe(run: Run | BrokenRun, formatTime: (time: string) => string): string[] {
	if (isBroken(run)) return [run.reason];
	const {time, pullRequest, files, titles} = run;
	const work = formatWork({findings: findingsOf(run), changes: titles.length, files: files.length});
	return [formatTime(time), pullRequest, work];
}

/** Runs by older versions record only their changes. */
function findingsOf({details, titles}: Run): number {
	const isRecorded = typeof details === 'object' && details !== null && 'findings' in details;
	return isRecorded && typeof details.findings === 'number' ? details.findings : titles.length;
}

/** `2026-11-21 10:30`, in the time zone of this machine. */
function localMinute(time: string): string {
	const date = new Date(time);
	const [month, day, hours, minutes] = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()].map(
		part => `${part}`.padStart(2, '0'),
	);
	return `${date.getFullYear()}-${month}-${day} ${hours}:${minutes}`;
}

function summarizeRun(run: Run | BrokenRun) {
	if (isBroken(run)) return run;
	const {id, state, time, pullRequest, titles, files, refused} = run;
	return {id, state, time, pullRequest, changes: titles, files: files.map(({path}) => path), refused};
}
