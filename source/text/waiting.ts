/** What is said before a wait. No wait is asked for where a service says that it may be tried again at once. */
export const waiting = (ms: number, reason: string): string =>
	ms <= 0 ? `trying again: ${reason}` : `waiting ${Math.ceil(ms / 1000)} s: ${reason}`;
