import {elapsed} from './figures.ts';

/** The line while something outside is waited for, for so many milliseconds. */
export const stillWaiting = (what: string, ms: number) => `waiting for ${what} (${elapsed(ms)})`;

/** The line before a retry; `ms` is 0 if the service allows one at once. */
export function waiting(ms: number, reason: string): string {
	const event = reason.charAt(0).toUpperCase() + reason.slice(1);
	return ms <= 0 ? `${event}; retrying` : `${event}; retrying in ${elapsed(1000 * Math.ceil(ms / 1000))}`;
}
