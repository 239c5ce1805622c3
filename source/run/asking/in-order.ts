import {head as plainHead} from '../../llm/question/head.ts';
import type {Question} from '../../llm/question/question.ts';

/**
 * Sends questions as they become ready. In a group that shares an excerpt, the first one is sent alone, so that the
 * provider can cache it for the others. Throws the first error of `ask`, while others may still be running, and the signal's
 * reason if groups are left.
 */
export async function askInOrder(
	groups: AsyncIterable<readonly Question[]>,
	ask: (question: Question) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	const askGroup = async ([first, ...rest]: readonly Question[]) => {
		if (!first) return;
		const leading = ask(first);
		if (first.request.head !== plainHead) await leading;
		await Promise.all([leading, ...rest.map(ask)]);
	};
	const failed = Promise.withResolvers<never>();
	const asked: Promise<void>[] = [];
	// The first failure rejects at once, even while groups are still being made.
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
