/**
 * Natural logarithm of the probability that `hits` of `count` independent trials succeed: as a logarithm, it also holds
 * for counts whose factorials have no number.
 * @param part the probability of each, from 0 to 1, exclusive
 */
export const logBinomial = (count: number, hits: number, part: number) =>
	logFactorial(count) -
	logFactorial(hits) -
	logFactorial(count - hits) +
	hits * Math.log(part) +
	(count - hits) * Math.log1p(-part);

const logFactorials = [0];

function logFactorial(of: number): number {
	for (let next = logFactorials.length; next <= of; next++) {
		logFactorials.push(logFactorials[next - 1]! + Math.log(next));
	}
	return logFactorials[of]!;
}
