import type {ListEnd} from '../../code-host/lists.ts';
import {Failure, joinRemedies, type Remedy} from '../../failure.ts';
import {messageOf} from '../../system/errors.ts';
import {toFailure} from '../../system/to-failure.ts';
import {someNames} from '../../text/sentences.ts';
import type {Context} from '../context.ts';

/** A failure as a report has it. */
export type ReportedError = Pick<Failure, 'code' | 'message' | 'remedy'>;

export const errorOf = ({code, message, remedy}: ReportedError): ReportedError => ({code, message, remedy});

/** What to report of one among many pull requests that failed. The stack of a bug is in the log. */
export function failureOfOne(error: unknown, {log}: Pick<Context, 'log'>): Failure {
	if (!(error instanceof Failure)) log('DEBUG', (error instanceof Error && error.stack) || messageOf(error));
	return toFailure(error);
}

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
