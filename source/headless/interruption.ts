import {Failure} from '../failure.ts';

/** What a person who interrupts a run is told. */
export function interruption(signal: string, consequence = mayBeUnfinished): Failure {
	return new Failure('interrupted', 'interrupted', `Interrupted (${signal}).`, consequence);
}

const mayBeUnfinished = '"pr-resolve runs" shows whether a run was left unfinished; "pr-resolve undo" takes it back.';
