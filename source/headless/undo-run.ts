import type {PullRequestArgument} from '../code-host/port.ts';
import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {undo} from '../run/undo/undo.ts';
import {writeJson} from './json.ts';
import {makeProgress} from './progress.ts';
import {promptsOf} from './prompts.ts';
import {layoutOf, type Terminal} from './terminal.ts';
import {formatUndo} from './undo-text.ts';

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
	terminal.stdout.write(formatUndo(report, layoutOf(terminal)));
	return report.exitCode;
}
