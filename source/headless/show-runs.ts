import type {Context} from '../run/context.ts';
import {count} from '../run/count.ts';
import {escapeControls} from '../run/escape-controls.ts';
import {type BrokenRun, listRuns, type Run} from '../run/journal.ts';
import {formatJson} from './json.ts';
import {paintFor, type Terminal} from './terminal.ts';

/** `runs`. Returns the exit code. */
export async function showRuns({json}: {json: boolean}, terminal: Terminal, context: Context): Promise<number> {
	const runs = await listRuns(context);
	if (json) {
		terminal.stdout.write(formatJson({schema: 'pr-resolve/runs@1', runs: runs.map(summarise)}));
		return 0;
	}
	if (runs.length === 0) terminal.stderr.write('No run has written to this work tree.\n');
	const paint = paintFor(terminal);
	const ids = Math.max(...runs.map(({id}) => id.length));
	const states = Math.max(...runs.map(({state}) => state.length));
	for (const run of runs) {
		const head = `${paint('bold', run.id.padEnd(ids))}  ${run.state.padEnd(states)}`;
		terminal.stdout.write(`${head}  ${describe(run)}\n`);
	}
	return 0;
}

const isBroken = (run: Run | BrokenRun): run is BrokenRun => run.state === 'broken';

function describe(run: Run | BrokenRun): string {
	if (isBroken(run)) return run.reason;
	const work = `${count(run.titles.length, 'change')} in ${count(run.files.length, 'file')}`;
	return `${run.time}  ${escapeControls(run.pullRequest)}  ${work}`;
}

function summarise(run: Run | BrokenRun) {
	if (isBroken(run)) return run;
	const {id, state, time, pullRequest, titles, files, refused} = run;
	return {id, state, time, pullRequest, changes: titles, files: files.map(({path}) => path), refused};
}
