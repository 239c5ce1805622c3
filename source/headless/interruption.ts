import {Failure} from '../failure.ts';

/** The failure that reports an interruption by the user; what a run has left by then is known where it is taken. */
export function interruption(signal: string, consequence = ''): Failure {
	return new Failure('interrupted', 'interrupted', `Interrupted (${signal}).`, consequence);
}

export const wroteNothing = 'Nothing was written.';

/** What to throw instead of an abort's reason where there is nothing to undo. */
export const withNothingWritten = (reason: unknown): unknown =>
	reason instanceof Failure && reason.kind === 'interrupted' ? reason.with({remedy: wroteNothing}) : reason;
