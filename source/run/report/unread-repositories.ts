import type {ListEnd} from '../../code-host/lists.ts';
import {type Failure, joinRemedies, type Remedy} from '../../failure.ts';
import {someNames} from '../../text/sentences.ts';

type UnreadRepository = Pick<ListEnd['unread'][number], 'repository'> & {failure: Pick<Failure, 'message' | 'remedy'>};

/** What a list lacks and why, a sentence or two for all with the same reason. */
export const formatUnread = (unread: readonly UnreadRepository[]): Remedy[] =>
	[...Map.groupBy(unread, ({failure: {message, remedy}}) => `${message} ${remedy}`).values()].flatMap(all => {
		const names = someNames(
			all.map(({repository}) => repository),
			20,
		);
		return all.slice(0, 1).map(({failure}) => joinRemedies(`Cannot read ${names}`, failure.message, failure.remedy));
	});
