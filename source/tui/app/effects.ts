import type {Prompts} from '../../delivery/prompts.ts';
import {Failure, RemedyParts} from '../../failure.ts';
import type {Context} from '../../run/context.ts';
import {follow} from '../../run/generators.ts';
import {throttle} from '../../system/throttle.ts';
import type {Copy} from '../clipboard.ts';
import type {EditorDraft} from '../draft-file.ts';
import type {EditResult} from '../editor.ts';
import type {Trouble, TroubleAction} from './state.ts';
import type {Dispatch} from './store.ts';

/** Gives the terminal to work that draws on it and reads its keys, and takes it back when the work has ended. */
export type GiveTerminal = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Access of an app to the terminal and the machine. */
export type Hands = {
	edit: (draft: EditorDraft) => Promise<EditResult>;
	/** Opens a file, by its absolute path, at a line (1-based) in an editor until it is closed. */
	open: (file: string, line: number) => Promise<void>;
	/** Shows a unified diff in the user's pager. Rejects with a `Failure` if that does not work. */
	showDiff: (diff: string) => Promise<void>;
	/** Runs a command in the terminal; resolves with the reason of a failure, otherwise null. */
	run: (command: string) => Promise<string | null>;
	/** Gives the terminal to git while it works, and takes it back. */
	lend: Prompts['lend'];
	/** The same for another app of this process. */
	give: GiveTerminal;
	/** Opens an address in the browser; without one, it is copied. Rejects with a `Failure` then. */
	browse: (url: string) => Promise<void>;
	copy: Copy;
	suspend: () => Promise<void>;
	redraw: () => void;
	/** @param failure printed after the app, because it must be fixed outside it */
	quit: (isInterrupted: boolean, failure?: unknown) => void;
};

/** Effects that are the same in every app that has them. */
type SharedEffect = {type: 'suspend'} | {type: 'redraw'} | {type: 'browse'; url: string} | {type: 'copy'; text: string};

/** `isInterrupted`: by Ctrl-C. */
export type AppEffect = SharedEffect | {type: 'quit'; isInterrupted: boolean};

/** Carries out an effect and dispatches its results. */
export type RunEffect<Effect, Action> = (effect: Effect, dispatch: Dispatch<Action>) => void;

/** A function for each kind of effect. */
type EffectHandlers<Effect extends {type: string}, Action> = {
	[Type in Effect['type']]: RunEffect<Extract<Effect, {type: Type}>, Action>;
};

/** @param own those of the app, which can replace shared ones */
export function runEffectsBy<Effect extends {type: string}, Action>(
	hands: Pick<Hands, SharedEffect['type']>,
	own: EffectHandlers<Exclude<Effect, SharedEffect>, Action> &
		Partial<EffectHandlers<Extract<Effect, SharedEffect>, Action>>,
): RunEffect<Effect, Action | TroubleAction> {
	const shared: EffectHandlers<SharedEffect, TroubleAction> = {
		suspend: aside(hands.suspend),
		redraw: hands.redraw,
		browse: aside(({url}) => hands.browse(url)),
		// At once: the message that it was copied must not be seen first.
		copy: ({text}, dispatch) => {
			try {
				hands.copy(text);
			} catch (error) {
				dispatch({type: 'trouble', trouble: troubleOf(error)});
			}
		},
	};
	const handlers = {...shared, ...own};
	return (effect, dispatch) => handlers[effect.type as Effect['type']](effect as never, dispatch);
}

/** Runs a task beside the work, which it does not interrupt. Resolves when it has ended or its failure was told. */
export const aside =
	<Of, Action>(
		task: (of: Of, dispatch: Dispatch<Action | TroubleAction>) => Promise<NoInfer<Action> | null> | Promise<void>,
	): ((of: Of, dispatch: Dispatch<Action | TroubleAction>) => Promise<void>) =>
	async (effect, dispatch) => {
		try {
			const action = await task(effect, dispatch);
			if (action) dispatch(action);
		} catch (error) {
			dispatch({type: 'trouble', trouble: troubleOf(error)});
		}
	};

/** Milliseconds after which one who asks again to leave waits for nothing. */
const leavingMs = 2000;

/**
 * Ends the program when a person asks again to leave, as a second signal does: what leaving waits for may never come.
 * @param now milliseconds since the epoch
 */
export function untilInsisted<Effect extends {type: string; isInterrupted?: boolean}, Action>(
	run: RunEffect<Effect, Action>,
	now: () => number,
	end: () => void,
): RunEffect<Effect, Action> {
	let leavingSince: number | null = null;
	return (effect, dispatch) => {
		if (effect.type === 'quit' && effect.isInterrupted) {
			leavingSince ??= now();
			if (now() - leavingSince > leavingMs) return end();
		}
		run(effect, dispatch);
	};
}

/** What a person has stopped has no message of its own. */
export const stopped: Trouble = {message: 'stopped', remedy: ''};

/** Not only a `Failure` has a remedy; errors of providers have one too. */
export function troubleOf(error: unknown): Trouble {
	if (error instanceof Error && error.name === 'AbortError') return stopped;
	const message = error instanceof Error ? error.message : String(error);
	const remedy = error instanceof Error && 'remedy' in error ? error.remedy : null;
	return typeof remedy === 'string' || remedy instanceof RemedyParts
		? {message, remedy}
		: {message: `Unexpected error: ${message}`, remedy: ''};
}

/** Why a signal ended the program; null if none did. */
export const reasonOf = ({aborted, reason}: AbortSignal): unknown => (aborted ? reason : null);

export type Work = ReturnType<typeof makeWork>;

/** One piece of work at a time. */
export function makeWork(outer: AbortSignal) {
	let running = new AbortController();
	return {
		/**
		 * Replaces the running work.
		 * @param fail called with the error and whether a person stopped it; not if newer work replaced it
		 */
		async begin(
			task: (signal: AbortSignal) => Promise<void>,
			fail: (error: unknown, isStopped: boolean) => void,
		): Promise<void> {
			running.abort();
			const own = new AbortController();
			running = own;
			const signal = AbortSignal.any([outer, own.signal]);
			try {
				await task(signal);
			} catch (error) {
				if (own !== running) return;
				fail(error, signal.aborted || (error instanceof Failure && error.kind === 'interrupted'));
			}
		},
		stop: () => running.abort(),
	};
}

/** Milliseconds in which events are collected for one update. */
const batchMs = 100;

/** Follows a run with many events: those of a short time are one update of the screen. */
export async function followInBatches<Event, Result>(
	run: AsyncGenerator<Event, Result>,
	onEvents: (events: readonly Event[]) => void,
	context: Pick<Context, 'sleep'>,
): Promise<Result> {
	const told: Event[] = [];
	const tell = () => {
		if (told.length > 0) onEvents(told.splice(0));
	};
	const throttled = throttle(tell, batchMs, context);
	try {
		return await follow(run, event => {
			told.push(event);
			throttled.call();
		});
	} finally {
		await throttled.end();
		tell();
	}
}
