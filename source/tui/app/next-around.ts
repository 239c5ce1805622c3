/**
 * The next index that is wanted: from a cursor to the end, then from the other end back to the cursor, which comes last. Null
 * if none is.
 */
export function nextAround(
	cursor: number,
	length: number,
	direction: 1 | -1,
	isWanted: (at: number) => boolean,
): {at: number; isRound: boolean} | null {
	for (let steps = 1; steps <= length; steps++) {
		const at = (((cursor + steps * direction) % length) + length) % length;
		if (isWanted(at)) return {at, isRound: direction === 1 ? at < cursor : at > cursor};
	}
	return null;
}
