/** With a full stop, unless it has an end of its own. */
export const closed = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`);

/** Parts that are not empty, one sentence after the other; the last is left as it is. */
export function sentences(...parts: readonly string[]): string {
	const told = parts.map(part => part.trim()).filter(Boolean);
	return [...told.slice(0, -1).map(closed), ...told.slice(-1)].join(' ');
}
