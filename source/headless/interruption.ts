import {Failure} from '../failure.ts';

/** The failure that reports an interruption by the user. */
export function interruption(signal: string, consequence = mayBeUnfinished): Failure {
	return new Failure('interrupted', 'interrupted', `Interrupted (${signal}).`, consequence);
}

export const wroteNothing = 'Nothing was written.';

/** What to throw instead of an abort's reason where there is nothing to undo. */
export const withNothingWritten = (reason: unknown): unknown =>
	reason instanceof Failure && reason.kind === 'interrupted'
		? new Failure(reason.kind, reason.code, reason.message, wroteNothing)
		: reason;

const mayBeUnfinished = 'Run `pr-resolve runs` to see whether a run is unfinished, and `pr-resolve undo` to undo it.';
