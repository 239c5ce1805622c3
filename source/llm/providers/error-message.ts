import {isObject, parseObject} from '../../system/json.ts';

/** More than any service wraps its errors. */
const deepest = 5;

/**
 * The message of an error in any of the usual shapes: `{"error": {"message": ...}}`, `{"error": "..."}`, `{"message": ...}`.
 * An error within it, as an object or as JSON in a string, is unwrapped. Null if there is none.
 */
export function errorMessage(error: unknown, depth = deepest): string | null {
	if (typeof error === 'string') {
		const inner = depth > 0 ? parseObject(error) : null;
		return (inner && errorMessage(inner, depth - 1)) ?? error;
	}
	if (!isObject(error) || depth === 0) return null;
	const {error: inner, message} = error;
	const parts = isObject(inner) ? [inner, message] : [message, inner];
	return parts.map(part => errorMessage(part, depth - 1)).find(found => found !== null) ?? null;
}
