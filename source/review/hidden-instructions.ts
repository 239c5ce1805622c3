import {shorten} from '../text/shorten.ts';
import type {Post} from './dialect.ts';
import {isInstruction} from './instruction.ts';
import {type Block, blankCodeSpans} from './markdown.ts';
import {unseenIn} from './unseen.ts';
import type {CommentWarning} from './warning.ts';

type WrittenText = Pick<Post, 'body' | 'blocks'>;

/** Warns about instructions for a model that people do not see. Data that bots hide there is not an instruction. */
export function warnOfHidden(commentId: string, post: WrittenText & Pick<Post, 'author'>): CommentWarning[] {
	const [first, ...more] = findHiddenInstructions(post, post.author?.isBot ?? false);
	if (first === undefined) return [];
	const further = more.length > 0 ? ` (and ${more.length} more)` : '';
	return [{kind: 'hidden-instructions', commentId, text: `the comment hides ${first}${further}`}];
}

/**
 * The instructions and data that are hidden in a comment, each as a phrase. Folded prompts are accepted from bots, which
 * offer them for people to copy, and not from people. Time is linear in the length.
 */
export function findHiddenInstructions({body, blocks}: WrittenText, isBot: boolean): string[] {
	const folded = isBot ? [] : blocks.filter(({sections}) => sections.length > 0);
	const texts = [
		...blocks.flatMap(hiddenTexts),
		...folded.flatMap(block =>
			block.kind === 'fence' ? block.lines.join('\n') : block.kind === 'prose' ? block.text : [],
		),
	];
	const said = [...new Set([...texts, ...encodedTexts(body)].filter(isInstruction))];
	return [...said.map(text => `instructions: ${quoteOf(text)}`), ...unseenIn(body)];
}

const quoteOf = (text: string) => JSON.stringify(shorten(text.replace(/\s+/g, ' ').trim(), 160, '…'));

/** Decodes texts that a model can read and a person cannot: Base64, hexadecimal, `\\u0049`, ROT13. */
const encodedTexts = (body: string): string[] => [
	...inBase64(body),
	...[...body.matchAll(hexadecimal)].map(([run]) => fromHex(run.replace(/0x|\\x|[^\da-f]/gi, ''))),
	...[...body.matchAll(escaped)].map(([run]) => run.replace(/\\u([\da-f]{4})/gi, (_, code) => fromHex(code, 'utf16'))),
	...(tellsOfRotation.test(body) ? [rotated(body)] : []),
];

const hexadecimal = /(?<![\da-f])(?:(?:0x|\\x)?[\da-f]{2}[ ,:]?){16,4000}/gi;
const escaped = /(?:\\u[\da-f]{4} ?){8,2000}/gi;

function fromHex(digits: string, form: 'bytes' | 'utf16' = 'bytes'): string {
	return form === 'utf16' ? String.fromCharCode(Number.parseInt(digits, 16)) : Buffer.from(digits, 'hex').toString();
}

/** Also Base64 with spaces in it. Its first letters may be a preceding word, so all four alignments are decoded. */
function inBase64(body: string): string[] {
	const whole = [...body.matchAll(/(?<![\w+/])[A-Za-z\d+/]{32,4000}={0,2}(?![\w+/=])/g)].map(([run]) => run);
	const strewn = [...body.matchAll(/(?:[A-Za-z\d+/]{1,12} ){8,1000}[A-Za-z\d+/]{1,12}={0,2}/g)].flatMap(([run]) => {
		const letters = run.replaceAll(' ', '');
		return [0, 1, 2, 3].map(from => letters.slice(from));
	});
	return [...whole, ...strewn].filter(isAsciiRun).map(run => Buffer.from(run, 'base64').toString());
}

/** Whether the decoded start is printable ASCII; most words are not Base64. */
const isAsciiRun = (run: string) =>
	/^[\t\n\r\x20-\x7E]*$/.test(Buffer.from(run.slice(0, 32), 'base64').toString('latin1'));

/** Words that are frequent in instructions, in ROT13. */
const tellsOfRotation = /vafgehpgvba|cebzcg|pbzznaq|frperg|gbxra|perqragvny|cnffjbeq|fpevcg|ntrag/i;

const rotated = (text: string) =>
	text.replace(/[a-z]/gi, letter => {
		const first = letter <= 'Z' ? 65 : 97;
		return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
	});

/** Texts in a block that GitHub does not show: comments, link definitions, alternative texts, titles. */
function hiddenTexts(block: Block): string[] {
	if (block.kind === 'hidden') return [block.text.replace(/^\s*<!--|-->\s*$/g, '')];
	if (block.kind === 'fence') return [block.info];
	if (block.kind !== 'prose' || !/[<[\]]/.test(block.text)) return [];
	const text = blankCodeSpans(block.text);
	return forms.flatMap(form => [...text.matchAll(form)].map(([, inside = '']) => inside));
}

const forms: readonly RegExp[] = [
	/<!--([\s\S]*?)(?:-->|$)/g,
	// Declarations, processing instructions, and tags with their attributes.
	/<([!?][a-z[][^<>]*)/gi,
	/<\/?([a-z][^<>]*)/gi,
	// Elements that are not shown.
	/<[a-z][^<>]{0,300}(?:\bhidden\b|display:\s?none)[^<>]{0,300}>([^<]*)/gi,
	/<(?:template|noscript|noembed|noframes|textarea|title|iframe|object)\b[^<>]*>([^<]*)/gi,
	/^ {0,3}\[[^[\]\n]{1,100}\]:[ \t]+(.*)$/gm,
	/!\[([^[\]]{1,4000})\]/g,
	/\]\([^()\s]{0,4000}[ \t]+["'(]([^"'()]{1,4000})["')]\)/g,
	/\]\(([^()\s]{20,4000})[)\s]/g,
];
