import {Failure} from '../failure.ts';

/** The failure that reports an interruption by the user. */
export function interruption(signal: string, consequence = mayBeUnfinished): Failure {
	return new Failure('interrupted', 'interrupted', `Interrupted (${signal}).`, consequence);
}

const mayBeUnfinished = 'Run `pr-resolve runs` to see whether a run is unfinished, and `pr-resolve undo` to undo it.';
