import {type ExitCode, exitCodes} from '../exit-code.ts';

/** The meaning of a command's exit codes for scripts; the numbers are stable (`source/exit-code.ts`). */
export type Exits = Readonly<Partial<Record<ExitCode, string>>>;

const leftOver = 'done, but something needs you (see the report)';

/** Every exit code of the program. */
export const allExits = {
	0: 'done: every change that can be applied is applied, or there is nothing to do',
	1: 'failed: a result is missing (network, host error, no answer from the model service, crash)',
	2: 'usage or configuration error',
	3: leftOver,
	4: 'authentication or permission failed (GitHub or provider)',
	5: "stopped early: budget, open circuit, time for verification, GitHub's limit on writes, or a brake of watch",
	130: 'interrupted',
} as const satisfies Record<ExitCode, string>;

/** Commands that work only on this machine. */
export const localExits = {
	1: 'failed: a result is missing',
	2: allExits[2],
	130: allExits[130],
} as const satisfies Exits;

/** Commands that also use GitHub. */
export const hostExits = {
	...localExits,
	1: 'failed: a result is missing (network, host error, crash)',
	4: allExits[4],
} as const satisfies Exits;

/** Commands that also use models. */
export const modelExits = {
	...hostExits,
	1: allExits[1],
	5: 'stopped early: budget or open circuit',
} as const satisfies Exits;

/** Commands that also read a pull request, and write nothing. */
export const analysisExits = {
	...modelExits,
	3: leftOver,
} as const satisfies Exits;

/** Commands that also write, once. */
export const writingExits = {
	...allExits,
	5: "stopped early: budget, open circuit, time for verification, or GitHub's limit on writes",
} as const satisfies Exits;

/** Rows for help, by number. */
export function exitRows(exits: Exits): [code: string, meaning: string][] {
	return Object.entries(exits);
}

/** `130, 2, 4, ...`: if several apply, the first one counts. */
export const exitOrder = Object.values(exitCodes).join(', ');
