/** A JSON object of which nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The JSON object that a text is; null where it is none. */
export function parseObject(text: string): JsonObject | null {
	const value = parseJson(text);
	return isObject(value) ? value : null;
}

/** What stands at a path of names, whatever the value is. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** The object there; one without anything where there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
	const found = at(value, ...path);
	return isObject(found) ? found : {};
}

/** The text there; empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
	const found = at(value, ...path);
	return typeof found === 'string' ? found : '';
}

/** The number of things counted there; 0 where there is none. */
export function countAt(value: unknown, ...path: readonly string[]): number {
	const found = at(value, ...path);
	return typeof found === 'number' && Number.isFinite(found) ? Math.max(0, found) : 0;
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? found : [];
}
