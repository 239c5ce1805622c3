/** What the exit codes of a command tell a script; the numbers are stable (`source/failure.ts`). */
export type Exits = Readonly<Partial<Record<0 | 1 | 2 | 3 | 4 | 5 | 130, string>>>;

/** Where nothing but this machine is asked. */
export const localExits = {
	1: 'failed: no result to trust',
	2: 'usage or configuration error',
	130: 'interrupted',
} as const satisfies Exits;

/** Where the code host is asked too. */
export const hostExits = {
	...localExits,
	1: 'failed: no result to trust (network, host error, crash)',
	4: 'authentication or permission',
} as const satisfies Exits;

/** Where models are asked too. */
export const modelExits = {
	...hostExits,
	5: 'stopped by a guard (budget, open circuit) with work left',
} as const satisfies Exits;

/** Of a run that writes; and of the program as a whole. */
export const writingExits = {
	...modelExits,
	0: 'done: every change that can be applied is applied, or there was nothing to do',
	3: 'finished, and something needs a person: conflict left open, stale or failed change',
} as const satisfies Exits;

/** The rows of a help, by number. */
export function exitRows(exits: Exits): [code: string, meaning: string][] {
	return Object.entries(exits);
}
