/** Makes a function that gives the 1-based line of an offset, in logarithmic time. */
export function lineCounter(source: string): (offset: number) => number {
	const starts = [0];
	for (let feed = source.indexOf('\n'); feed !== -1; feed = source.indexOf('\n', feed + 1)) starts.push(feed + 1);
	return offset => {
		let low = 0;
		let high = starts.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (starts[middle]! <= offset) low = middle + 1;
			else high = middle;
		}
		return low;
	};
}
