/**
 * How many writes each of so many pull requests takes. Three of ten have nothing to write. The others have one thread and
 * then, with a chance of 5 in 6 each, another one, 60 at most; each thread gets a reply, and four of five are resolved. One
 * of two gets a commit before, one of five a comment with a summary afterwards.
 */
export function writesOf(pullRequests: number, random: () => number): number[] {
	const isSo = (chance: number) => random() < chance;
	const one = () => {
		if (isSo(0.3)) return 0;
		let writes = (isSo(0.5) ? 1 : 0) + (isSo(0.2) ? 1 : 0);
		for (let threads = 1; ; threads += 1) {
			writes += isSo(0.8) ? 2 : 1;
			if (threads === 60 || !isSo(5 / 6)) return writes;
		}
	};
	return Array.from({length: pullRequests}, one);
}
