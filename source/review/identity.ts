import {createHash} from 'node:crypto';

/** A short stable id: the same parts give the same id in every run. */
export function identify(prefix: string, ...parts: (string | number | null)[]): string {
	return prefix + createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** Hash of a comment's body, by which a saved decision notices that the comment was edited. */
export function hashBody(body: string): string {
	return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
