import {isObject, type JsonObject, parseObject} from '../../../system/json.ts';
import {errorMessage} from '../error-message.ts';

/** An answer without success, in any of the usual shapes. */
export type ApiRefusal = {
	status: number;
	headers: Headers;
	/** The code and type of the error, if it has any. */
	names: readonly string[];
	/** The service's message; empty if it has none that fits on a line. */
	message: string;
};

/** Any other body than that of an error is ignored. */
export function readRefusal(status: number, headers: Headers, text: string): ApiRefusal {
	const body = parseObject(text) ?? {};
	const error: JsonObject = isObject(body.error) ? body.error : body;
	const details = isObject(error.details) ? error.details : {};
	const names = [error.code, error.type, details.error_code].filter(name => typeof name === 'string');
	return {status, headers, names, message: errorMessage(body) ?? ''};
}
