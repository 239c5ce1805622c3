import {Failure} from '../../failure.ts';
import {messageOf} from '../../system/errors.ts';
import {toFailure} from '../../system/to-failure.ts';
import type {Context} from '../context.ts';
import {entryOf, errorOf, type FleetEntry} from './fleet-entry.ts';
import type {FleetPull} from './fleet-list.ts';

/** Of a run that did not come to its end because of this error; an interruption is the cause of whatever it leads to. */
export function failedEntry(
	pull: FleetPull,
	error: unknown,
	{signal, log}: Pick<Context, 'signal' | 'log'>,
): FleetEntry {
	const cause = signal.aborted ? signal.reason : error;
	if (!(cause instanceof Failure)) log('DEBUG', (cause instanceof Error && cause.stack) || messageOf(cause));
	const failure = toFailure(cause);
	return {...entryOf(pull, 'failed'), exitCode: failure.exitCode, error: errorOf(failure)};
}
