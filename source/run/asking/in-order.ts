import {head as plainHead} from '../../llm/question/head.ts';
import type {Question} from '../../llm/question/question.ts';

/**
 * Asks as soon as there is something to ask, but the first of a group that shares an excerpt goes alone, so that the
 * provider can keep it for the others. Throws what `ask` throws, while others may still be under way, and the signal's
 * reason while groups are left.
 */
export async function askInOrder(
	groups: AsyncIterable<readonly Question[]>,
	ask: (question: Question) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	const askGroup = async ([first, ...rest]: readonly Question[]) => {
		const leading = ask(first!);
		if (first!.request.head !== plainHead) await leading;
		await Promise.all([leading, ...rest.map(ask)]);
	};
	const failed = Promise.withResolvers<never>();
	const asked: Promise<void>[] = [];
	// Who waits for all of them learns of the first failure at once, also while there is still something to be asked.
	const askAll = async () => {
		for await (const group of groups) {
			const asking = askGroup(group);
			asking.catch(failed.reject);
			asked.push(asking);
			signal.throwIfAborted();
		}
		await Promise.all(asked);
	};
	await Promise.race([askAll(), failed.promise]);
}
