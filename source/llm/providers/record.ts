export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON object that a text is; null where it is none. */
export function recordOf(text: string): Fields | null {
	try {
		const value: unknown = JSON.parse(text);
		return isFields(value) ? value : null;
	} catch {
		return null;
	}
}
