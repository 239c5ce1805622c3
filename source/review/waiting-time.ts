const unit = String.raw`\d{1,4}\s*(?:hours?|hrs?|minutes?|mins?|seconds?|secs?)`;
const waitPattern = new RegExp(
	String.raw`\b(?:in|wait|after):?\s+(?:about\s+|~\s*)?(${unit}(?:[\s,]+(?:and\s+)?${unit})*)`,
	'i',
);
const unitMs: Readonly<Record<string, number>> = {h: 3_600_000, m: 60_000, s: 1000};

/** How long a text names to wait, in milliseconds: "available in 1 hour and 27 minutes". Null if it names no time. */
export function waitingTime(text: string): number | null {
	const [, named] = waitPattern.exec(text) ?? [];
	if (named === undefined) return null;
	const parts = named.matchAll(/(\d+)\s*([hms])/gi);
	return parts.reduce((sum, [, count, letter = '']) => sum + Number(count) * (unitMs[letter.toLowerCase()] ?? 0), 0);
}
