/** The first index from 0 to `length` that is not before the target, by binary search; `isBefore` holds for a prefix. */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBefore(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}
