import {estimateTokens} from './tokens.ts';

/** A text within a number of tokens, and how many of its lines are not in it or not whole. */
export type CutText = {text: string; cutLines: number};

/** As many lines from its beginning as fit: an open fence is closed; of a first line that is too long, its beginning. */
export function cutText(text: string, tokens: number): CutText {
	if (estimateTokens(text) <= tokens) return {text, cutLines: 0};
	const lines = text.split('\n');
	const kept: string[] = [];
	let left = tokens;
	let fence = '';
	for (const line of lines) {
		const cost = estimateTokens(`${line}\n`);
		const opened = fenceAfter(line, fence);
		const closing = opened === '' ? 0 : estimateTokens(`${opened}\n`);
		if (cost + closing > left) break;
		left -= cost;
		fence = opened;
		kept.push(line);
	}
	const cutLines = lines.length - kept.length;
	if (kept.length === 0 && fence === '' && tokens > fewest) kept.push(`${beginningWithin(lines[0] ?? '', tokens)}…`);
	if (fence !== '') kept.push(fence);
	return {text: kept.join('\n'), cutLines};
}

/** Fewer tokens tell nothing. */
const fewest = 10;

/** The marks of the fence that is open after a line; empty if none is. */
function fenceAfter(line: string, open: string): string {
	const [marks = ''] = /^(?:`{3,}|~{3,})/.exec(line) ?? [];
	if (open === '') return marks;
	return marks.startsWith(open) && line.trim() === marks ? '' : open;
}

function beginningWithin(line: string, tokens: number): string {
	// Three of the longest characters are more than a token of ASCII.
	const characters = [...line.slice(0, tokens * 3)];
	let left = (tokens - 2) * 3;
	const end = characters.findIndex(character => {
		left -= character <= '\x7f' ? 1 : 3;
		return left < 0;
	});
	return characters.slice(0, end === -1 ? characters.length : end).join('');
}
