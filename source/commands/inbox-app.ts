import process from 'node:process';
import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {InboxRequest} from '../run/inbox/events.ts';
import type {ShownInbox} from '../tui/inbox/inbox-app.ts';
import {type appFlags, readerOf, screenFor, withHeldLog} from './app.ts';
import type {Invocation, Io} from './command.ts';
import {openReview} from './open-review.ts';

/** Shows the inbox in the terminal until the user quits. @throws {Failure} */
export function showInboxApp(
	request: InboxRequest,
	invocation: Invocation<typeof appFlags>,
	io: Io & Context,
): Promise<ExitCode> {
	const {flags, settings, because = null} = invocation;
	const {inboxKeys: keys} = settings.values;
	return withHeldLog(io, async context => {
		const inbox: ShownInbox = {
			request,
			review: ({listed}, give, signal) =>
				openReview(listed, {...invocation, command: 'inbox'}, {...io, ...context, signal}, give),
			banner: io.banner ?? null,
			why: because,
		};
		const reader = readerOf(flags.screenReader, io.env);
		if (reader !== null) {
			const {inboxInLines} = await import('../tui/inbox/linear.ts');
			const {stdin, stdout} = io;
			return inboxInLines(inbox, {stdin, stdout, keys, reason: reader, platform: process.platform}, context);
		}
		const {startInbox} = await import('../tui/start-inbox.tsx');
		return startInbox(inbox, screenFor(invocation, keys, !flags.noFullscreen), context);
	});
}
