import {Failure} from '../../failure.ts';
import type {Trouble} from './state.ts';
import type {Dispatch} from './store.ts';

/** What an app can do with the terminal and the machine. */
export type Hands = {
	/** Lets a person edit a text; resolves with what they made of it, null where nothing changed. */
	edit: (lines: readonly string[], path: string) => Promise<string | null>;
	/** Runs a command with the terminal; resolves with why it did not do its work, null where it did. */
	run: (command: string) => Promise<string | null>;
	browse: (url: string) => Promise<void>;
	copy: (text: string) => void;
	suspend: () => Promise<void>;
	redraw: () => void;
	/** @param failure what a person has to mend outside is said where they do that */
	quit: (isInterrupted: boolean, failure?: unknown) => void;
};

/** What every app has done in the world. */
export type AppEffect =
	| {type: 'suspend'}
	| {type: 'redraw'}
	/** `isInterrupted`: by Ctrl-C. */
	| {type: 'quit'; isInterrupted: boolean};

/** Carries out an effect; what comes of it is dispatched. */
export type RunEffect<Effect, Action> = (effect: Effect, dispatch: Dispatch<Action>) => void;

/** A function for each kind of effect. */
export type EffectHandlers<Effect extends {type: string}, Action> = {
	[Type in Effect['type']]: RunEffect<Extract<Effect, {type: Type}>, Action>;
};

export const runEffectsBy =
	<Effect extends {type: string}, Action>(handlers: EffectHandlers<Effect, Action>): RunEffect<Effect, Action> =>
	(effect, dispatch) =>
		handlers[effect.type as Effect['type']](effect as never, dispatch);

/** Trouble of a provider is no failure of the program, but says what to do as well. */
export function troubleOf(error: unknown): Trouble {
	const message = error instanceof Error ? error.message : String(error);
	const remedy = error instanceof Error && 'remedy' in error ? error.remedy : null;
	return typeof remedy === 'string' ? {message, remedy} : {message: `Unexpected error: ${message}`, remedy: ''};
}

export type Work = {
	/**
	 * Takes the place of the work at hand.
	 * @param fail is told why it broke off, and whether that was a person's wish; not where newer work took its place
	 */
	begin: (
		task: (signal: AbortSignal) => Promise<void>,
		fail: (error: unknown, isStopped: boolean) => void,
	) => Promise<void>;
	stop: () => void;
};

/** One piece of work at a time. */
export function makeWork(outer: AbortSignal): Work {
	let running = new AbortController();
	return {
		async begin(task, fail) {
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
