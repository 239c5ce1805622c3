import {readBlocks} from '../../review/markdown.ts';
import {parseJson} from '../../system/json.ts';

/** The JSON value in a model's answer: alone, in a fence, or with text around it. Undefined if there is none. */
export const findJson = (text: string): unknown =>
	candidates(text.replace(/^\uFEFF/, ''))
		.map(parseJson)
		.find(value => value !== undefined);

function* candidates(text: string): Generator<string> {
	yield text;
	for (const block of readBlocks(text)) if (block.kind === 'fence') yield block.lines.join('\n');
	const [open, close] = [text.indexOf('{'), text.lastIndexOf('}')];
	if (open !== -1 && open < close) yield text.slice(open, close + 1);
}

/** Longest text that is looked for, in characters. */
const longestUnit = 100;

/** So often in a row, and so many characters in all, are no code and no prose. */
const leastTimes = 10;
const leastLength = 30;

/** Whether a text ends in repetitions of the same few characters, as those of a small model do that cannot stop. */
export function endsInRepetition(text: string): boolean {
	const end = text.slice(-longestUnit * leastTimes);
	for (let unit = 1; unit <= longestUnit; unit++) {
		const length = Math.max(leastLength, unit * leastTimes);
		if (length > end.length) return false;
		if (hasPeriod(end.slice(-length), unit)) return true;
	}
	return false;
}

const hasPeriod = (text: string, unit: number) => text.slice(unit) === text.slice(0, -unit);
