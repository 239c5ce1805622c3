import {shorten} from '../text/shorten.ts';
import type {Post} from './dialect.ts';
import {encodedTexts} from './encoded-texts.ts';
import {hiddenTexts} from './hidden-texts.ts';
import {isInstruction} from './instruction.ts';
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
