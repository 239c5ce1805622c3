import {head as plainHead} from '../../llm/question/head.ts';
import type {Question} from '../../llm/question/question.ts';

/**
 * Asks all at once, but the first of those that share an excerpt goes alone, so that the provider can keep it for the
 * others. Throws what `ask` throws, while others may still be under way.
 */
export async function askInOrder(
	questions: readonly Question[],
	ask: (question: Question) => Promise<void>,
): Promise<void> {
	const groups = Map.groupBy(questions, ({request}) => request.head);
	await Promise.all(
		[...groups].map(async ([head, [first, ...rest]]) => {
			const leading = ask(first!);
			if (head !== plainHead) await leading;
			await Promise.all([leading, ...rest.map(ask)]);
		}),
	);
}
