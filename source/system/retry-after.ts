/**
 * How long an answer asks to wait, in milliseconds; null where it does not say.
 * Source: RFC 9110, 10.2.3; `retry-after-ms` is what model services send besides.
 * @param now milliseconds since the epoch, to compare a date with; null: the time that the answer says it was sent
 */
export function readRetryAfterMs(headers: Headers, now: number | null = null): number | null {
	const exact = readNumber(headers.get('retry-after-ms'));
	if (exact !== null) return exact;
	const given = headers.get('retry-after')?.trim() ?? '';
	const seconds = readNumber(given);
	if (seconds !== null) return seconds * 1000;
	// Date.parse takes much that is no date of HTTP, "-7" for one.
	const until = given.endsWith('GMT') ? Date.parse(given) : Number.NaN;
	const ms = until - (now ?? Date.parse(headers.get('date') ?? ''));
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function readNumber(text: string | null): number | null {
	// More digits are no time that anybody means.
	return text !== null && /^\s*\d{1,12}(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
