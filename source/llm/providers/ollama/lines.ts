import {parseJson} from '../../../system/json.ts';
import {errorMessage} from '../error-message.ts';
import {ModelTrouble} from '../trouble.ts';

/** The longest line to read into memory; no valid one is that long. */
const longestLine = 1024 * 1024;

type Faults = {
	/** Converts an error in the stream. */
	reported: (message: string) => ModelTrouble;
	/** For a line that is not part of the protocol. */
	odd: (why: string) => ModelTrouble;
};

/**
 * The lines of a streamed answer as they arrive, each a JSON object. The SDK would print unreadable lines to the console
 * and continue, and would lose the kind of an error, so it must see neither.
 */
export async function* checkedLines(
	body: ReadableStream<Uint8Array>,
	{reported, odd}: Faults,
): AsyncGenerator<Uint8Array, void> {
	const check = (line: string) => {
		if (line.trim() === '') return '';
		const value = parseJson(line);
		if (value === undefined) throw odd('a line of its answer is not JSON');
		if (typeof value !== 'object' || value === null || Array.isArray(value)) throw odd('a line is not an object');
		if ('error' in value) throw reported(errorMessage(value) ?? JSON.stringify(value.error));
		return `${line}\n`;
	};
	const decoder = new TextDecoder();
	let rest = '';
	for await (const chunk of body) {
		const parts = (rest + decoder.decode(chunk, {stream: true})).split('\n');
		rest = parts.pop() ?? '';
		if (rest.length > longestLine) throw odd('a line of its answer is too long');
		const whole = parts.map(check).join('');
		if (whole !== '') yield Buffer.from(whole);
	}
	if (rest.trim() === '') return;
	if (rest.trimStart().startsWith('{') && parseJson(rest) === undefined) {
		throw new ModelTrouble('cut-off', "Ollama's answer ended in the middle of a line", {spent: 'unknown'});
	}
	yield Buffer.from(check(rest));
}
