import type {ListEnd} from '../../code-host/lists.ts';
import type {Failure} from '../../failure.ts';
import {sentences, someNames} from '../../text/sentences.ts';

type UnreadRepository = Pick<ListEnd['unread'][number], 'repository'> & {failure: Pick<Failure, 'message' | 'remedy'>};

/** What a list lacks and why, a sentence or two for all with the same reason. */
export const formatUnread = (unread: readonly UnreadRepository[]): string[] =>
	[...Map.groupBy(unread, ({failure: {message, remedy}}) => sentences(message, remedy))].map(([reason, all]) => {
		const names = all.map(({repository}) => repository);
		return sentences(`Cannot read ${someNames(names, 20)}`, reason);
	});
