/** An answer that is no success, in whichever of the usual shapes it came. */
export type Refusal = {
	status: number;
	headers: Headers;
	/** Names of the error: its code and its type, as far as there are any. */
	names: readonly string[];
	/** The service's own words; empty where it has none that fit a line. */
	message: string;
};

type Fields = Record<string, unknown>;

/** Reads `{"error": {...}}`, `{"error": "..."}` and `{"message": ..., "code": ...}`; anything else says nothing. */
export function readRefusal(status: number, headers: Headers, text: string): Refusal {
	const body = parseObject(text) ?? {};
	const error = (isObject(body.error) ? body.error : body) as Fields;
	const details = isObject(error.details) ? error.details : {};
	const names = [error.code, error.type, details.error_code].filter(name => typeof name === 'string');
	const message = [error.message, body.error].find(part => typeof part === 'string') ?? '';
	return {status, headers, names, message};
}

/** The JSON object that a text is; null where it is none. */
export function parseObject(text: string): Fields | null {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : null;
	} catch {
		return null;
	}
}

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
	return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
