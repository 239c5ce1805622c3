export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The JSON object of a text; null if it is not one. */
export function parseObject(text: string): JsonObject | null {
	const value = parseJson(text);
	return isObject(value) ? value : null;
}

/** The value at a path of names, in any value. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** The object at the path; an empty one if there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
	const found = at(value, ...path);
	return isObject(found) ? found : {};
}

/** The text at the path; empty if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
	const found = at(value, ...path);
	return typeof found === 'string' ? found : '';
}

/** The count at the path; 0 if there is none. */
export function countAt(value: unknown, ...path: readonly string[]): number {
	const found = at(value, ...path);
	return typeof found === 'number' && Number.isFinite(found) ? Math.max(0, found) : 0;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? found : [];
}
