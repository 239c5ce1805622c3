/** A billionth of a US dollar. Money is added up in whole ones: sums of dollars in floating point are not exact. */
const perDollar = 1e9;

/** Tolerates floating-point noise before rounding to the safe side. */
const noise = 2 * Number.EPSILON;

/** What is spent or may be spent, in billionths of a dollar; rounded up. */
export const asCost = (usd: number) => Math.ceil(usd * perDollar * (1 - noise));

/** What may be spent at most, in billionths of a dollar; rounded down. */
export const asLimit = (usd: number) => Math.floor(usd * perDollar * (1 + noise));

export const asDollars = (billionths: number) => billionths / perDollar;

/** US dollars without the noise of floating point: no price of a token needs more than twelve digits. */
export const withoutNoise = (usd: number) => Number(usd.toFixed(12));

/** `$5.00`, with more digits until the text fits. */
function format(usd: number, isFit: (shown: number) => boolean): string {
	let digits = 2;
	while (digits < 9 && !isFit(Number(usd.toFixed(digits)))) digits++;
	return `$${usd.toFixed(digits)}`;
}

/** A sum to the last billionth of a dollar, with two digits at least. */
export const formatExactly = (usd: number) => format(usd, shown => shown === usd);

/** The used part of a limit, with enough digits to show whether it is above it. */
export const formatUsed = (usd: number, limitUsd: number) =>
	format(usd, shown => shown > limitUsd === usd > limitUsd && (usd === 0 || Math.abs(shown / usd - 1) < 0.05));
