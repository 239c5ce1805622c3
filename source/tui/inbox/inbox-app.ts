import {type ExitCode, exitCodes} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import type {InboxRequest} from '../../run/inbox/events.ts';
import {reportInbox} from '../../run/inbox/inbox-report.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {safe} from '../../text/safe.ts';
import {sentences} from '../../text/sentences.ts';
import {wrap} from '../../text/wrap.ts';
import type {AppOf} from '../app/app.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Action, Effect} from './actions.ts';
import {lostWords} from './bars.ts';
import {type InboxScreenRun, inboxEffects} from './effects.ts';
import {keymap} from './keymap.ts';
import type {InboxScreenState} from './state.ts';
import {initialInboxScreen, updateInbox} from './update.ts';

/** An inbox, and what its first screen shows besides. */
export type ShownInbox = InboxScreenRun & {
	/** Names the services if they are not the real ones; null if they are. */
	banner: string | null;
	/** Why it is shown instead of what was wanted; null for nothing. */
	why: string | null;
};

export function inboxApp(
	shown: ShownInbox,
	ownKeys: OwnKeys,
	context: Context,
): AppOf<InboxScreenState, Action, Effect> {
	const isLimited = isLimiting(shown.request.filter);
	return {
		keys: keysWith(keymap, 'keys.inbox', ownKeys),
		initial: app => initialInboxScreen(app, {...shown, isLimited}),
		update: updateInbox,
		effects: hands => inboxEffects(shown, hands, context),
		load: async () => (await import('./app.tsx')).InboxApp,
		summary: lostSummary,
		exitCode: codeOfInbox,
	};
}

const isLimiting = ({updatedSince, ...names}: InboxRequest['filter']): boolean =>
	updatedSince !== null || Object.values(names).some(({length}) => length > 0);

/** Why the exit code is not 0; empty if it is. */
export function lostSummary({inbox, stage, trouble, size}: InboxScreenState): string {
	const ended = stage === 'failed' && trouble ? [safe(sentences(trouble.message, trouble.remedy))] : [];
	const lines = [...ended, ...lostWords(inbox)].flatMap(text => wrap(text, size.columns));
	return lines.map(text => `${text}\n`).join('');
}

export const codeOfInbox = ({inbox, stage}: InboxScreenState): ExitCode =>
	stage === 'failed' ? exitCodes.failed : reportInbox(inbox).exitCode;
