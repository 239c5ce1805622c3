import type {Readable} from 'node:stream';
import {type JsonObject, parseObject} from '../../../system/json.ts';

/** The JSON objects among the lines of a text. */
export function recordsOf(text: string): JsonObject[] {
	const lines = text.split('\n').filter(line => line.trimStart().startsWith('{'));
	return lines.map(parseObject).filter(record => record !== null);
}

/** Splits chunks into lines and calls back with each complete one. */
export function onLines(stream: Readable, use: (line: string) => void): void {
	const decoder = new TextDecoder();
	let rest = '';
	stream.on('data', (chunk: Uint8Array | string) => {
		const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, {stream: true});
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) use(line);
	});
}
