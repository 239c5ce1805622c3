import type {PullRequestArgument} from '../code-host/port.ts';
import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {nameOf} from '../run/pull-request/name.ts';
import {checkRecordingPath, record, saveRecording} from '../run/record.ts';
import {makeDriver} from '../run/state.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {count} from '../text/sentences.ts';
import {makeProgress} from './progress.ts';
import type {Terminal} from './terminal.ts';

/** `record`: to a file, or to stdout by default. Returns the exit code, which is 3 if parts could not be read. */
export async function recordPullRequest(
	{argument, output}: {argument: PullRequestArgument; output: string | null},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const progress = makeProgress(terminal, context);
	try {
		const isReplaced = output !== null && (await checkRecordingPath(output, context.cwd));
		const {pullRequest, text} = await makeDriver(progress.show).follow(record(argument, context));
		progress.clear();
		if (output === null) terminal.stdout.write(text);
		else await saveRecording(text, output, context.cwd);
		const {reviewThreads, reviews, comments, completeness} = pullRequest;
		const held = [
			count(reviewThreads.length, 'thread'),
			count(reviews.length, 'review'),
			count(comments.length, 'issue comment'),
		];
		if (output !== null) {
			const where = isReplaced ? `${output}, replacing the recording there` : output;
			terminal.stderr.write(`${escapeControls(nameOf(pullRequest))}: ${held.join(', ')} saved to ${where}\n`);
		}
		for (const gap of completeness.incomplete) context.log('WARNING', `incomplete: ${gap}`);
		return exitCodeOf(completeness.incomplete.length > 0 ? ['needsPerson'] : []);
	} finally {
		progress.clear();
	}
}
