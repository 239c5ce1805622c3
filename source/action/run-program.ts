import {Writable} from 'node:stream';
import type {Io} from '../commands/command.ts';
import {main} from '../commands/main.ts';
import {formatText} from '../document/text.ts';
import type {Spelling} from '../failure.ts';
import {formatReport} from '../headless/report-text.ts';
import {layoutOf, outputTo} from '../headless/terminal.ts';
import {fleetTable} from '../run/fleet/fleet-document.ts';
import {statsDocument} from '../run/stats/stats-document.ts';
import {type ActionResult, readResult} from './result.ts';
import type {Runner} from './runner.ts';

/** The record of a run ends with the runner; another run of the workflow finds on GitHub what is left. */
export const inJob: Spelling = {again: 'run this workflow again', continue: 'run this workflow again'};

/** Runs a command of the program in this process. Its progress and its report are in the log of the step. */
export async function runProgram(argv: readonly string[], io: Io, runner: Runner): Promise<ActionResult> {
	return runner.shown(async log => {
		log.write(`pr-resolve ${argv.join(' ')}\n`);
		const chunks: Buffer[] = [];
		const stdout = new Writable({
			write(chunk, _, done) {
				chunks.push(chunk);
				done();
			},
		});
		const exitCode = await main({...io, argv, stdout: Object.assign(stdout, {spelling: inJob}), stderr: log});
		const result = readResult(Buffer.concat(chunks).toString(), exitCode);
		const out = outputTo(log);
		const layout = layoutOf({color: false, stdout: out});
		if (result.report) out.write(formatReport(result.report, layout, {mayAsk: false, mayUndo: false}));
		if (result.fleet) out.write(formatText([fleetTable(result.fleet, io.now())], layout));
		if (result.stats) out.write(formatText(statsDocument(result.stats, null), layout));
		return result;
	});
}
