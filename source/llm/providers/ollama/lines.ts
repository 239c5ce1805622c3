import {parseJson} from '../../../system/json.ts';
import {ModelTrouble} from '../trouble.ts';

/** No line of an answer is that long; what goes on for longer is not read into memory. */
const longestLine = 1024 * 1024;

/** Nor is any answer that comes in one piece. */
const longestStream = 16 * 1024 * 1024;

type Faults = {
	/** What an error in the stream means. */
	reported: (message: string) => ModelTrouble;
	/** What is no line of the protocol. */
	odd: (why: string) => ModelTrouble;
};

/**
 * The lines of a streamed answer as they come, each of them an object. The SDK prints what it cannot read to the console
 * and goes on, and forgets what kind of error it meets; so it gets to see nothing of either.
 */
export function checkedLines(body: ReadableStream<Uint8Array>, {reported, odd}: Faults): ReadableStream<Uint8Array> {
	let rest = '';
	const check = (line: string) => {
		if (line.trim() === '') return '';
		const value = parseJson(line);
		if (value === undefined) throw odd('a line of its answer is not JSON');
		if (typeof value !== 'object' || value === null || Array.isArray(value)) throw odd('a line is not an object');
		if ('error' in value) throw reported(typeof value.error === 'string' ? value.error : JSON.stringify(value.error));
		return `${line}\n`;
	};
	const lines = new TransformStream<string, string>({
		transform(chunk, controller) {
			const parts = (rest + chunk).split('\n');
			rest = parts.pop()!;
			if (rest.length > longestLine) throw odd('a line of its answer does not end');
			const whole = parts.map(check).join('');
			if (whole !== '') controller.enqueue(whole);
		},
		flush(controller) {
			if (rest.trim() === '') return;
			if (rest.trimStart().startsWith('{') && parseJson(rest) === undefined) {
				throw new ModelTrouble('cut-off', "Ollama's answer ended in the middle of a line", {spent: 'unknown'});
			}
			controller.enqueue(check(rest));
		},
	});
	return body
		.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
		.pipeThrough(lines)
		.pipeThrough(new TextEncoderStream() as TransformStream<string, Uint8Array>);
}

/** An answer that comes in one piece, up to a length that none has. */
export function bounded(body: ReadableStream<Uint8Array>, odd: Faults['odd']): ReadableStream<Uint8Array> {
	let length = 0;
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				length += chunk.length;
				if (length > longestStream) throw odd('its answer does not end');
				controller.enqueue(chunk);
			},
		}),
	);
}
