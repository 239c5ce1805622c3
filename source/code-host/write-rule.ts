/** How often something may be written. */
export type WriteRule = {
	/** Least time between two writes, in milliseconds. */
	spacingMs: number;
	/** At most so many writes in any time of this length, in milliseconds. The longest one comes last. */
	windows: readonly {ms: number; most: number}[];
};

/** What each of several has of a rule, in whole writes: a window that is too short for one is left to the longer ones. */
export const partOf = ({spacingMs, windows}: WriteRule, share: number): WriteRule => ({
	spacingMs,
	windows: windows.map(({ms, most}) => ({ms, most: Math.floor(most / share)})).filter(({most}) => most > 0),
});

/**
 * The next turn after those that are booked.
 * @param booked the turn that was booked so many turns ago (1: the last one); null if there is none
 */
export function nextTurn(
	{spacingMs, windows}: WriteRule,
	now: number,
	booked: (back: number) => number | null,
): number {
	const last = booked(1);
	const ends = windows.map(({ms, most}) => ({turn: booked(most), ms}));
	return [{turn: last, ms: spacingMs}, ...ends].reduce(
		(next, {turn, ms}) => (turn === null ? next : Math.max(next, turn + ms)),
		now,
	);
}

/** How long so many writes take at least, in milliseconds. */
export function estimateTurns(rule: WriteRule, writes: number): number {
	const turns: number[] = [];
	for (let index = 0; index < writes; index += 1) turns.push(nextTurn(rule, 0, back => turns.at(-back) ?? null));
	return turns.at(-1) ?? 0;
}
