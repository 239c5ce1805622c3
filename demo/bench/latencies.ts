/**
 * Typical service latencies in milliseconds: most near the median, a few far above; deterministic.
 * @param spread standard deviation of their logarithm
 */
export function latencies(medianMs: number, spread: number): () => number {
	const random = pseudoRandom();
	return () => medianMs * Math.exp(spread * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()));
}

/** Above 0 and below 1. Source: the linear congruential generator of Numerical Recipes. */
function pseudoRandom(): () => number {
	let state = 20_261_121;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state + 0.5) / 2 ** 32;
	};
}
