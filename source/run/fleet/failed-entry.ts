import type {Context} from '../context.ts';
import {errorOf, failureOfOne} from '../report/reported-error.ts';
import {entryOf, type FleetEntry} from './fleet-entry.ts';
import type {FleetPull} from './fleet-list.ts';

/** Of a run that did not come to its end because of this error; an interruption is the cause of whatever it leads to. */
export function failedEntry(
	pull: FleetPull,
	error: unknown,
	{signal, log}: Pick<Context, 'signal' | 'log'>,
): FleetEntry {
	const failure = failureOfOne(signal.aborted ? signal.reason : error, {log});
	return {...entryOf(pull, 'failed'), exitCode: failure.exitCode, error: errorOf(failure)};
}
