import type {Comment} from './comment.ts';
import {type Block, blankCodeSpans, readBlocks} from './markdown.ts';
import type {Warning} from './read.ts';

/** Warns of what a comment tells a model where people do not see it. Bots keep data there too: that is no instruction. */
export function warnOfHidden({id, body}: Pick<Comment, 'id' | 'body'>): Warning[] {
	const [first, ...more] = findHiddenInstructions(body);
	if (first === undefined) return [];
	const further = more.length > 0 ? ` (and ${more.length} more)` : '';
	return [{kind: 'hidden-instructions', commentId: id, text: `the comment hides ${first}${further}`}];
}

/** What is hidden in a text that GitHub renders, each as a phrase. Time is linear in the length. */
export function findHiddenInstructions(body: string): string[] {
	const said = [...new Set(readBlocks(body).flatMap(hiddenTexts).filter(isInstruction))];
	return [...said.map(text => `instructions: ${JSON.stringify(shorten(text))}`), ...unseenIn(body)];
}

/** Texts in a block that GitHub does not show: comments, definitions of links, descriptions of pictures, titles. */
function hiddenTexts(block: Block): string[] {
	if (block.kind === 'hidden') return commentsIn(block.text);
	if (block.kind !== 'prose') return [];
	const text = blankCodeSpans(block.text);
	return [...commentsIn(text), ...unrendered.flatMap(form => [...text.matchAll(form)].map(([, inside]) => inside!))];
}

const commentsIn = (text: string) => [...text.matchAll(/<!--([\s\S]*?)(?:-->|$)/g)].map(([, inside]) => inside!);

const unrendered: readonly RegExp[] = [
	/^ {0,3}\[[^[\]\n]{1,100}\]:[ \t]+(.*)$/gm,
	/!\[([^[\]]{1,4000})\]/g,
	/\]\([^()\s]{0,4000}[ \t]+"([^"]{1,4000})"\)/g,
	/\b(?:alt|title|aria-label|data-[a-z]{1,20})[ \t]{0,4}=[ \t]{0,4}"([^"]{1,4000})"/gi,
];

const instructions: readonly RegExp[] = [
	/\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:instructions?|prompts?|rules|guidelines|restrictions|safeguards)\b/i,
	/\b(?:you are|act as|pretend to be|behave as)\b[^.]{0,30}\b(?:assistant|agent|ai|llm|language model|administrator|root)\b/i,
	/\b(?:ai|llm|assistants?|agents?|models?|claude|copilot|chatgpt|gpt|gemini|codex)\b[,:]?[^.]{0,40}\b(?:must|should|shall|have to|need to|please|are to)\b/i,
	/\b(?:new|real|actual|hidden|secret|updated) (?:instructions?|task|prompt|system prompt)\b/i,
	/\bsystem (?:prompt|message|instructions?) ?[:=]|<\|im_start\|>|\[\/?INST\]|<\/?system>/i,
	/\b(?:curl|wget|invoke-webrequest)\b[^\n]{0,80}https?:|\|\s{0,4}(?:ba|z)?sh\b|\brm -rf?\b/i,
	/\b(?:run|execute)\b[^.]{0,30}\b(?:commands?|scripts?|shell|terminal|bash)\b/i,
	/\b(?:send|post|upload|exfiltrate|leak|print|reveal|append|include|output)\b[^.]{0,60}\b(?:secrets?|tokens?|environment variables?|env vars?|credentials?|api keys?|passwords?|private keys?|\.env\b|system prompt)/i,
	/\b(?:do not|don't|never) (?:tell|mention|inform|show|reveal)\b[^.]{0,30}\b(?:user|human|person|reviewer|anyone|this)\b/i,
];

const isInstruction = (text: string) => instructions.some(pattern => pattern.test(text));

const shorten = (text: string) => {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 160 ? `${line.slice(0, 160).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
};

/** Marks that turn the direction of a text, so that it reads other than it is. */
const turning = /[\u202A-\u202E\u2066-\u2069]/u;
/** Characters without a width in a row: nobody writes that, but bits can be. Emoji are joined by single ones. */
const joiners = /(?:[\u180E\u200B-\u200F\u2060-\u2064\uFEFF]){4,}/u;
/** Bytes that ride on one letter. */
const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4,}/u;
/** ASCII without a picture. */
const tags = /[\u{E0020}-\u{E007F}]{4,}/u;
/** Those of England, Scotland and Wales are the only ones that are written so. */
const flags =
	/\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

function unseenIn(body: string): string[] {
	const found: string[] = [];
	const tagged = tags.exec(body.replace(flags, ''))?.[0];
	if (tagged) {
		const text = [...tagged].map(letter => String.fromCodePoint(letter.codePointAt(0)! - 0xe0000)).join('');
		found.push(`text in characters that cannot be seen: ${JSON.stringify(shorten(text))}`);
	}
	if (joiners.test(body) || selectors.test(body)) found.push('data in characters that cannot be seen');
	if (turning.test(body)) found.push('characters that turn the direction of the text');
	return found;
}
