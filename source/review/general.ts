import type {Post, Reading, Remark} from './dialect.ts';
import type {Block} from './markdown.ts';
import {isPrompt} from './suggestion.ts';
import {wordsOf} from './words.ts';

/** Reads a comment in no known format as one remark. */
export function readGenerally(post: Post): Reading & {remarks: readonly [Remark]} {
	const remark = {
		key: '',
		title: null,
		severity: null,
		category: null,
		confidence: null,
		place: null,
		commit: null,
		alsoAt: [],
		blocks: post.blocks,
		idle: isCourtesy(post.blocks) ? 'thanks or praise: no change requested' : null,
	};
	return {remarks: [remark], notice: null, reviewer: null};
}

/** In characters: longer texts are not only thanks, and matching them takes time. */
const longest = 300;

const praise = 'good|great|nice|awesome|excellent|fantastic|amazing|perfect|cool|fine|okay|ok|well';
const thing = 'pr|patch|fix|fixes|changes?|updates?|work|job|effort|review|help|one|stuff|this|it';
const phrases = [
	'lgtm',
	'[+]1',
	'ship it',
	'approved?',
	'love (?:it|this)',
	'(?:overall )?(?:(?:this|it|that|all|everything|(?:the )?(?:code|pr|patch|changes?)) )?' +
		`looks? (?:(?:very|really|pretty|all) )?(?:${praise})(?: now)?(?: overall)?(?: to me)?`,
	'(?:many |much )?(?:thanks?|thx|ty)(?: you)?(?: a lot| so much| very much| again)?' +
		`(?: for (?:(?:the|your|this|all the) )?(?:(?:quick|${praise}) )?(?:${thing}))?`,
	`(?:(?:very|really|so) )?(?:${praise})(?: (?:work|job|stuff|one|done|catch|find))?`,
];

const courtesy = new RegExp(`^(?:(?:${phrases.join('|')})(?: |$)(?:and )?)+$`);

const isCodeBlock = ({kind, sections}: Block) => kind === 'fence' && !sections.some(isPrompt);

/**
 * Whether a comment is only thanks, praise or approval ("LGTM, thanks!"). It must not contain any other word: a question
 * or a "but" makes it a comment like all others.
 */
export function isCourtesy(blocks: readonly Block[]): boolean {
	if (blocks.some(isCodeBlock)) return false;
	const words = wordsOf(blocks, longest);
	if (words.length > longest || /[?`]|(?<![+])\d/.test(words)) return false;
	const bare = words
		.toLowerCase()
		.replace(/(?<![\w/])@[\w-]+(?:\/[\w-]+)?/g, ' ')
		.replace(/:shipit:/g, ' ship it ')
		.replace(/:[+]1:|👍/gu, ' +1 ')
		.replace(/:[a-z_]+:|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d/gu, ' ')
		.replace(/[.,!;:*_()~-]+/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return courtesy.test(bare);
}
