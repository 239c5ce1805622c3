import {type ExitCode, exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import type {Context} from '../../run/context.ts';
import type {InboxEvent, InboxRequest} from '../../run/inbox/events.ts';
import {reportInbox} from '../../run/inbox/inbox-report.ts';
import type {InboxRow} from '../../run/inbox/row.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {toFailure} from '../../system/to-failure.ts';
import {safe} from '../../text/safe.ts';
import {sentences} from '../../text/sentences.ts';
import {wrap} from '../../text/wrap.ts';
import type {AppOf} from '../app/app.ts';
import {
	aside,
	followInBatches,
	type GiveTerminal,
	type Hands,
	makeWork,
	type RunEffect,
	reasonOf,
	runEffectsBy,
	stopped,
	troubleOf,
	type Work,
} from '../app/effects.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Trouble} from '../app/state.ts';
import type {Dispatch} from '../app/store.ts';
import {lostWords} from './bars.ts';
import {keymap} from './commands.ts';
import type {Action, Effect, InboxScreenState} from './state.ts';
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

type InboxScreenRun = {
	request: InboxRequest;
	/** Opens the review of one, in the terminal that it is given when there is something to show. @throws {Failure} */
	review: (row: InboxRow, give: GiveTerminal, signal: AbortSignal) => Promise<ExitCode>;
};

type InboxHands = Pick<Hands, 'give' | 'browse' | 'copy' | 'suspend' | 'redraw' | 'quit'>;

export function inboxEffects(run: InboxScreenRun, hands: InboxHands, context: Context): RunEffect<Effect, Action> {
	const ending = new AbortController();
	const within = AbortSignal.any([context.signal, ending.signal]);
	const [reading, opening] = [makeWork(within), makeWork(within)];
	/** By the id of the pull request. */
	const again = new Map<string, Work>();
	let isListed = false;
	/** What reads, opens and writes; quitting waits for it. */
	const pending = new Set<Promise<unknown>>();
	const track = (work: Promise<unknown>) => {
		pending.add(work);
		void work.finally(() => pending.delete(work));
	};
	const follow = (type: 'told' | 'told-again', dispatch: Dispatch<Action>, signal: AbortSignal) => {
		const tell = (events: readonly InboxEvent[]) => {
			if (signal.aborted) return;
			isListed ||= events.some(({type}) => type === 'listed');
			dispatch({type, events});
		};
		return (events: AsyncGenerator<InboxEvent, unknown>) => followInBatches(events, tell, context);
	};
	return runEffectsBy<Effect, Action>(hands, {
		read: (_, dispatch) =>
			track(
				reading.begin(
					async signal => {
						// Loaded late, so that the first frame does not wait for it.
						const {readInbox} = await import('../../run/inbox/inbox.ts');
						await follow('told', dispatch, signal)(readInbox(run.request, {...context, signal}));
						// It may have come to its end after newer reading had begun.
						signal.throwIfAborted();
						dispatch({type: 'ended', trouble: null});
					},
					(error, isStopped) => {
						// What must be fixed outside the app ends it, unless there is a list to look at.
						const mustEnd = !isStopped && !isListed && error instanceof Failure && error.kind !== 'failed';
						if (mustEnd) return hands.quit(false, error);
						dispatch({type: 'ended', trouble: isStopped ? stopped : troubleOf(error)});
					},
				),
			),
		'read-again': ({listed}, dispatch) => {
			const {id} = listed;
			const work = again.get(id) ?? makeWork(within);
			again.set(id, work);
			track(
				work.begin(
					async signal => {
						const {readRowsAgain} = await import('../../run/inbox/inbox.ts');
						const events = readRowsAgain([listed], run.request.rulesAt, {...context, signal});
						await follow('told-again', dispatch, signal)(events);
					},
					(error, isStopped) => {
						if (isStopped) return;
						dispatch({type: 'told-again', events: [{type: 'failed', id, failure: toFailure(error)}]});
					},
				),
			);
		},
		'look-outside': (effect, dispatch) =>
			track(
				aside<typeof effect, Action>(async ({listed, turn}) => {
					const {countUpdated} = await import('../../run/inbox/inbox.ts');
					const world = {...context, signal: within};
					const updated = await countUpdated(run.request.filter, listed, turn, world);
					return {type: 'seen-outside', updated};
				})(effect, dispatch),
			),
		open: ({row}, dispatch) => {
			const {listed} = row;
			let wasShown = false;
			const close = (trouble: Trouble | null) => dispatch({type: 'closed', listed, wasShown, trouble});
			const give: GiveTerminal = work =>
				hands.give(() => {
					wasShown = true;
					dispatch({type: 'shown'});
					return work();
				});
			track(
				opening.begin(
					async signal => {
						const exitCode = await run.review(row, give, signal);
						// Who interrupts the review wants to leave altogether.
						if (exitCode === exitCodes.interrupted) return quit(true);
						close(null);
					},
					(error, isStopped) => {
						if (!isStopped) close(troubleOf(error));
						// Once there is a screen, it can be left before everything is read.
						else close(wasShown ? null : stopped);
					},
				),
			);
		},
		cancel: ({what}) => (what === 'opening' ? opening : reading).stop(),
		quit: ({isInterrupted}) => quit(isInterrupted),
	});

	function quit(isInterrupted: boolean): void {
		ending.abort();
		void Promise.allSettled(pending).then(() => hands.quit(isInterrupted, reasonOf(context.signal)));
	}
}
