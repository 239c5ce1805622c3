import {createHash} from 'node:crypto';

/** A short id; the same parts have the same id in every run. */
export function identify(prefix: string, ...parts: (string | number | null)[]): string {
	return prefix + createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** Hash of a comment's body: shows whether it was edited after a decision was saved. */
export function hashBody(body: string): string {
	return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
