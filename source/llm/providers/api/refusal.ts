import {isObject, type JsonObject, parseObject} from '../../../system/json.ts';

/** An answer that is no success, in whichever of the usual shapes it came. */
export type ApiRefusal = {
	status: number;
	headers: Headers;
	/** Names of the error: its code and its type, as far as there are any. */
	names: readonly string[];
	/** The service's own words; empty where it has none that fit a line. */
	message: string;
};

/** Reads `{"error": {...}}`, `{"error": "..."}` and `{"message": ..., "code": ...}`; anything else says nothing. */
export function readRefusal(status: number, headers: Headers, text: string): ApiRefusal {
	const body = parseObject(text) ?? {};
	const error: JsonObject = isObject(body.error) ? body.error : body;
	const details = isObject(error.details) ? error.details : {};
	const names = [error.code, error.type, details.error_code].filter(name => typeof name === 'string');
	const message = [error.message, body.error].find(part => typeof part === 'string') ?? '';
	return {status, headers, names, message};
}
