import {Failure} from '../failure.ts';
import {messageOf} from './errors.ts';
import {exhaustion} from './exhaustion.ts';

/** What to report of an error: itself if it is a failure, a limit of the machine, or else a bug. */
export function toFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const remedy = 'This is a bug in pr-resolve. Please report it with the output of --log-level DEBUG.';
	return exhaustion(error) ?? new Failure('failed', 'unexpected', `Unexpected error: ${messageOf(error)}`, remedy);
}
