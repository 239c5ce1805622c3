/**
 * Every ending of a command with its exit code. The numbers are stable. If several apply, the first one in this order
 * counts.
 */
export const exitCodes = {
	interrupted: 130,
	usage: 2,
	authentication: 4,
	guard: 5,
	failed: 1,
	needsPerson: 3,
	done: 0,
} as const;

export type Ending = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[Ending];

/** The exit code for everything that happened in a command; that of `done` if nothing did. */
export const exitCodeOf = (happened: Iterable<Ending>): ExitCode =>
	worstExitCode([...happened].map(ending => exitCodes[ending]));

/** The one of several exit codes that counts. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
	return Object.values(exitCodes).find(code => codes.includes(code)) ?? exitCodes.done;
}
