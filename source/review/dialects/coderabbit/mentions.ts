import type {Block, Fence} from '../../markdown.ts';

/**
 * CodeRabbit puts backticks around `@word` so that GitHub mentions nobody, in code too: `` `@import` "a.css";``. Removes them
 * from words that the file has without backticks. New code with other such words gets a doubt.
 *
 * @param diffHunk the part of the file that the reviewer saw; null if unknown
 */
export function mendMentions(blocks: readonly Block[], diffHunk: string | null): Block[] {
	const shown = mentionsIn(diffHunk?.split('\n').filter(row => /^[+ ]/.test(row)) ?? []);
	return blocks.map(block => (block.kind === 'fence' ? mendFence(block, shown) : block));
}

/** The words with an at sign in some lines, without and with backticks. */
type Mentions = {bare: ReadonlySet<string>; quoted: ReadonlySet<string>};

const word = String.raw`@\w+(?:[./-]\w+)*`;
const quotedWord = new RegExp(`\`(${word})\``, 'g');
const bareWord = new RegExp(String.raw`(?<![\w\`@])${word}(?!\`)`, 'g');

function mentionsIn(lines: readonly string[]): Mentions {
	return {
		bare: new Set(lines.flatMap(line => line.match(bareWord) ?? [])),
		quoted: new Set(lines.flatMap(quotedIn)),
	};
}

const quotedIn = (line: string) => [...line.matchAll(quotedWord)].map(([, mention = '']) => mention);

function mendFence(fence: Fence, shown: Mentions): Fence {
	const isDiff = /^(?:diff|patch)\b/i.test(fence.info);
	if (!isDiff && fence.info !== 'suggestion') return fence;
	const lines = fence.lines.map(line =>
		line.replace(quotedWord, (quoted, mention) =>
			shown.bare.has(mention) && !shown.quoted.has(mention) ? mention : quoted,
		),
	);
	const isWritten = (line: string) => !isDiff || line.startsWith('+');
	// Quoted lines of a diff are compared with the file; backticks at the start of a line are checked with the diff.
	const known = new Set([...shown.quoted, ...lines.filter(line => !isWritten(line)).flatMap(quotedIn)]);
	const judged = isDiff ? lines.map(line => line.replace(/^\+\s*`@[\w./-]+`/, '+')) : lines;
	const doubtful = judged
		.filter(isWritten)
		.flatMap(quotedIn)
		.find(mention => !known.has(mention));
	if (doubtful === undefined) return {...fence, lines};
	return {...fence, lines, doubt: `the backticks around ${doubtful} may not belong to the code`};
}
