/**
 * How a command can end, with its exit code. The numbers are stable. Where several apply, the first one in this order
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

/** The exit code of a command, by everything that happened in it; `done` where nothing did. */
export const exitCodeOf = (happened: Iterable<Ending>): ExitCode =>
	worstExitCode([...happened].map(ending => exitCodes[ending]));

/** The one that counts of the exit codes of several parts. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
	return Object.values(exitCodes).find(code => codes.includes(code)) ?? exitCodes.done;
}
