/**
 * How long an answer asks to wait, in milliseconds; null where it does not say. A date is compared with the answer's own.
 */
export function readRetryAfterMs(headers: Headers): number | null {
	const exact = readNumber(headers.get('retry-after-ms'));
	if (exact !== null) return exact;
	const given = headers.get('retry-after')?.trim() ?? '';
	const seconds = readNumber(given);
	if (seconds !== null) return seconds * 1000;
	// Date.parse takes much that is no date of HTTP, "-7" for one.
	const ms = given.endsWith('GMT') ? Date.parse(given) - Date.parse(headers.get('date') ?? '') : Number.NaN;
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function readNumber(text: string | null): number | null {
	// More digits are no time that anybody means.
	return text !== null && /^\s*\d{1,12}(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
