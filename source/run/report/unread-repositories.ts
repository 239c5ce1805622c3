import type {ListEnd} from '../../code-host/lists.ts';
import {type Failure, joinRemedies, type Remedy} from '../../failure.ts';
import {someNames} from '../../text/sentences.ts';

type UnreadRepository = Pick<ListEnd['unread'][number], 'repository'> & {failure: Pick<Failure, 'message' | 'remedy'>};

/** What a list lacks and why, a sentence or two for all with the same reason. */
export const formatUnread = (unread: readonly UnreadRepository[]): Remedy[] =>
	[...Map.groupBy(unread, ({failure: {message, remedy}}) => `${message} ${remedy}`).values()].map(all => {
		const names = all.map(({repository}) => repository);
		const {message, remedy} = all[0]!.failure;
		return joinRemedies(`Cannot read ${someNames(names, 20)}`, message, remedy);
	});
