import type {ExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import type {InboxRequest} from '../run/inbox/events.ts';
import {readInbox} from '../run/inbox/inbox.ts';
import {reportInbox} from '../run/inbox/inbox-report.ts';
import {foldInbox, type InboxState, initialInbox} from '../run/inbox/inbox-state.ts';
import {inboxTable} from '../run/inbox/inbox-table.ts';
import {hasEnded, troublesOf} from '../run/inbox/row.ts';
import {count} from '../text/sentences.ts';
import {waiting} from '../text/waiting.ts';
import {writeJson} from './json.ts';
import {withNothingWritten} from './prompt.ts';
import {makeStatusLine} from './status-line.ts';
import {type Terminal, writeDocument, writeLine} from './terminal.ts';

/**
 * Reads the inbox without the app, and prints it. Returns the exit code. What was listed before a failure is printed too.
 * @param why what to say first: why this is shown and not what was wanted; null for nothing
 * @throws {Failure}
 */
export async function showInbox(
	{json, why, ...request}: InboxRequest & {json: boolean; why: string | null},
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const {stdout} = terminal;
	if (why !== null) writeLine(why, terminal);
	const progress = makeStatusLine(terminal);
	let state = initialInbox;
	let failure: Failure | null = null;
	try {
		for await (const event of readInbox(request, context)) {
			state = foldInbox(state, event);
			if (event.type === 'wait') {
				progress.clear();
				context.log('WARNING', waiting(event.ms, event.reason));
			}
			progress.show(inboxProgress(state));
		}
	} catch (error) {
		const cause = context.signal.aborted ? withNothingWritten(context.signal.reason) : error;
		if (!(cause instanceof Failure) || state.rows.length === 0) throw cause;
		failure = cause;
	} finally {
		progress.clear();
	}
	const report = reportInbox(state);
	if (json) {
		const {pullRequests, incomplete} = report;
		if (failure) throw failure.withDetails({pullRequests, incomplete});
		writeJson(report, stdout);
		return report.exitCode;
	}
	writeDocument([inboxTable(state, context.now())], terminal);
	const nothing = state.rows.length === 0 ? ['Found no open pull requests.'] : [];
	const unread = troublesOf(state.rows).map(({names, text}) => `${names}: ${text}`);
	for (const line of [...nothing, ...unread, ...state.incomplete.map(String)]) writeLine(line, terminal);
	if (failure) throw failure;
	return report.exitCode;
}

function inboxProgress({rows, isListed, wait}: InboxState): string {
	if (wait) return waiting(wait.ms, wait.reason);
	if (!isListed) return `listing: ${count(rows.length, 'pull request')}`;
	const done = rows.filter(row => hasEnded(row)).length;
	return `reading: ${done} of ${count(rows.length, 'pull request')}`;
}
