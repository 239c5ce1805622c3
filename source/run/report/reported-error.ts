import {Failure} from '../../failure.ts';
import {messageOf} from '../../system/errors.ts';
import {toFailure} from '../../system/to-failure.ts';
import type {Context} from '../context.ts';

/** A failure as a report has it. */
export type ReportedError = Pick<Failure, 'code' | 'message' | 'remedy'>;

export const errorOf = ({code, message, remedy}: ReportedError): ReportedError => ({code, message, remedy});

/** What to report of one among many pull requests that failed. The stack of a bug is in the log. */
export function failureOfOne(error: unknown, {log}: Pick<Context, 'log'>): Failure {
	if (!(error instanceof Failure)) log('DEBUG', (error instanceof Error && error.stack) || messageOf(error));
	return toFailure(error);
}
