import type {PullRequestArgument} from '../code-host/port.ts';
import {paragraph} from '../document/document.ts';
import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {type ContinueReport, finishRun} from '../run/continue.ts';
import {withInterruption} from '../run/records/interruption.ts';
import {placeOf} from '../run/records/recorded-runs.ts';
import {findUnfinished} from '../run/records/unfinished.ts';
import {deliveryBlocks} from '../run/report/delivery-blocks.ts';
import {undo} from '../run/undo/undo.ts';
import {undoDocument} from '../run/undo/undo-document.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {count} from '../text/sentences.ts';
import {writeJson} from './json.ts';
import {makeProgress} from './progress.ts';
import {promptsOf} from './prompt.ts';
import {type Terminal, writeDocument} from './terminal.ts';

/** `apply --continue`: finishes the run with this id, or the only one, be it made or undone. Returns the exit code. */
export async function continueRun(
	{
		id,
		repo,
		json,
		overObjections = false,
		acceptsHooks = false,
		hasAgreed = false,
	}: {
		id: string | null;
		repo: string | null;
		json: boolean;
		overObjections?: boolean;
		/** Whether what hooks make of the lines of the run is committed. */
		acceptsHooks?: boolean;
		/** Whether the user says yes to that beforehand. */
		hasAgreed?: boolean;
	},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const {home, unfinished} = await findUnfinished(id, repo, context);
	const {run, kind} = unfinished;
	if (kind !== 'apply') return undoRun({id: run.id, repo, json, publish: kind === 'revert'}, terminal, context);

	const {stdout} = terminal;
	const {show, clear} = makeProgress(terminal, context);
	const options = {prompts: promptsOf(terminal, clear, hasAgreed), overObjections, acceptsHooks, onEvent: show};
	const report = await withInterruption(
		() => finishRun(run, home, options, context).finally(clear),
		() => ({id: run.id, place: placeOf(home), tellsFailures: true}),
		context,
	);
	if (json) writeJson(report, stdout);
	else {
		if (unfinished.left.includes('files')) stdout.write(formatFiles(report));
		const undo = report.run.undo === null ? [] : [paragraph(`Undo: ${report.run.undo}`)];
		writeDocument([...deliveryBlocks(report), ...undo], terminal);
	}
	return report.exitCode;
}

/** Which files were written, line by line, and how many. */
function formatFiles({run, written, refused}: ContinueReport): string {
	const rows = [
		...written.map(path => `  written  ${escapeControls(path)}\n`),
		...refused.map(({path, reason}) => `  skipped  ${escapeControls(path)}: ${reason}\n`),
	];
	const summary = `${count(written.length, 'file')} written, ${refused.length} skipped`;
	return `${rows.join('')}${run.id}: ${rows.length > 0 ? summary : 'no file left to write'}\n`;
}

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
	writeDocument(undoDocument(report), terminal);
	return report.exitCode;
}
