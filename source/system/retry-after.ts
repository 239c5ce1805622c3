/**
 * The wait that a response requires, in milliseconds; null if it does not have one.
 * Source: RFC 9110, 10.2.3; model services also send `retry-after-ms`.
 * @param now milliseconds since the epoch, to compare a date with; null: the date of the response
 */
export function readRetryAfterMs(headers: Headers, now: number | null = null): number | null {
	const exact = readNumber(headers.get('retry-after-ms'));
	if (exact !== null) return exact;
	const given = headers.get('retry-after')?.trim() ?? '';
	const seconds = readNumber(given);
	if (seconds !== null) return seconds * 1000;
	// Date.parse also accepts texts that are not HTTP dates, such as "-7".
	const until = given.endsWith('GMT') ? Date.parse(given) : Number.NaN;
	const ms = until - (now ?? Date.parse(headers.get('date') ?? ''));
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function readNumber(text: string | null): number | null {
	// More digits cannot be a real time.
	return text !== null && /^\s*\d{1,12}(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
