import type {Readable} from 'node:stream';
import {type Fields, isFields, recordOf} from '../record.ts';

/** The JSON objects among the lines of a text. */
export function recordsOf(text: string): Fields[] {
	const lines = text.split('\n').filter(line => line.trimStart().startsWith('{'));
	return lines.map(recordOf).filter(record => record !== null);
}

/** What stands at a path of names, whatever the value is. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
	path.reduce<unknown>((inner, name) => (isFields(inner) ? inner[name] : undefined), value);

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

export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? found : [];
}

/** Calls with each line that comes to its end. */
export function onLines(stream: Readable, use: (line: string) => void): void {
	const decoder = new TextDecoder();
	let rest = '';
	stream.on('data', (chunk: Uint8Array | string) => {
		const lines = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true})).split('\n');
		lines[0] = rest + lines[0]!;
		rest = lines.pop()!;
		for (const line of lines) use(line);
	});
}
