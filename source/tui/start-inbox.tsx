import type {ExitCode} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import {keysWith} from './app/own-keys.ts';
import type {Screen} from './drawn-app.ts';
import type {Action, Effect} from './inbox/actions.ts';
import {inboxApp, type ShownInbox} from './inbox/inbox-app.ts';
import {keymap} from './inbox/keymap.ts';
import type {InboxScreenState} from './inbox/state.ts';
import {startApp} from './start.tsx';

/** Shows the inbox, and the reviews that are opened from it, until the user quits. @throws as `startApp` */
export async function startInbox(inbox: ShownInbox, screen: Screen, context: Context): Promise<ExitCode> {
	const keys = keysWith(keymap, 'keys.inbox', screen.keys);
	const {exitCode} = await startApp<InboxScreenState, Action, Effect>(
		{
			...inboxApp(inbox, keys, context),
			load: async () => (await import('./inbox/app.tsx')).InboxApp,
			isKeyByKey: false,
		},
		screen,
		context,
	);
	return exitCode;
}
