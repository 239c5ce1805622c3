import {readBlocks} from '../../review/markdown.ts';

/** The JSON value in a model's answer: alone, in a fence, or with text around it. Undefined if there is none. */
export function findJson(text: string): unknown {
	for (const part of candidates(text.replace(/^\uFEFF/, ''))) {
		try {
			return JSON.parse(part);
		} catch {}
	}
	return undefined;
}

function* candidates(text: string): Generator<string> {
	yield text;
	for (const block of readBlocks(text)) if (block.kind === 'fence') yield block.lines.join('\n');
	const [open, close] = [text.indexOf('{'), text.lastIndexOf('}')];
	if (open !== -1 && open < close) yield text.slice(open, close + 1);
}
