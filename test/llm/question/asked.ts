import {type Mask, noMask} from '../../../source/llm/mask/mask.ts';
import type {ModelReply} from '../../../source/llm/providers/provider.ts';
import {type Question, questionsFor} from '../../../source/llm/question/question.ts';
import type {ShownSubject} from '../../../source/llm/question/show.ts';

export const path = 'src/cart.ts';

/** A file of `count` lines that are all different. */
export const fileOf = (count: number) => Array.from({length: count}, (_, index) => `line${index + 1}();`);

export const remark: ShownSubject['remark'] = {
	id: 'f1',
	title: 'Guard against an empty cart',
	severity: 'major',
	category: 'bug',
	path,
};

/** A remark, by default on lines 3 and 4 of a file of six lines. */
export function subject(file: readonly string[], given: Partial<ShownSubject> = {}): ShownSubject {
	return {
		remark,
		places: [{path, lines: {start: 3, end: 4}}],
		words: 'Guard against an empty cart.',
		diffHunk: null,
		fileAt: wanted => (wanted === path ? file : null),
		pathOf: wanted => wanted,
		paths: new Set([path]),
		...given,
	};
}

export async function ask(given: ShownSubject, mask: Mask = noMask): Promise<Question> {
	const [question] = await questionsFor([given], mask, null);
	if (!question || 'unasked' in question) throw new Error(question?.unasked);
	return question;
}

/** Why nothing is asked; null where something is. */
export async function whyUnasked(given: ShownSubject): Promise<string | null> {
	const [question] = await questionsFor([given], noMask, null);
	return question && 'unasked' in question ? question.unasked : null;
}

type Change = {path?: string; old: string; new: string};

export const replyOf = (text: string, stop: ModelReply['stop'] = 'complete'): ModelReply => ({
	text,
	stop,
	usage: null,
	model: 'm',
});

/** An answer with these changes, as JSON. */
export const answerWith = (changes: Change[], more: Record<string, unknown> = {}) =>
	JSON.stringify({
		explanation: 'Guards it.',
		verdict: 'change',
		changes: changes.map(change => ({path, ...change})),
		confidence: 0.9,
		...more,
	});
