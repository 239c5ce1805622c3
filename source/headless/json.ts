import {escapeLines} from '../text/escape-controls.ts';

/** A document for programs. What `JSON.stringify` leaves of control characters is escaped too: it may go to a terminal. */
export function formatJson(value: unknown): string {
	return `${escapeLines(JSON.stringify(value, null, '\t'))}\n`;
}
