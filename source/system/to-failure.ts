import {advise, again, Failure, type Remedy} from '../failure.ts';
import {messageOf, systemCode} from './errors.ts';

/** What to report of an error: itself if it is a failure, a limit of the machine, or else a bug. */
export function toFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const remedy = 'This is a bug in pr-resolve. Please report it with the output of --log-level DEBUG.';
	return exhaustion(error) ?? new Failure('failed', 'unexpected', `Unexpected error: ${messageOf(error)}`, remedy);
}

const exhausted: Readonly<Record<string, {what: string; remedy: Remedy}>> = {
	EMFILE: {what: 'too many files are open', remedy: 'Raise the limit on open files: ulimit -n 1024'},
	ENFILE: {what: 'too many files are open on this machine', remedy: advise`Close programs, then ${again}.`},
	EAGAIN: {what: 'too many processes are running', remedy: 'Raise the limit on processes: ulimit -u 1024'},
	ENOMEM: {what: 'not enough memory', remedy: advise`Free some memory, then ${again}.`},
};

/** The failure for an error about an exhausted resource of the machine; null for other errors. */
export function exhaustion(error: unknown): Failure | null {
	const code = systemCode(error) ?? '';
	const found = exhausted[code];
	if (!found) return null;
	return new Failure('failed', 'exhausted', `A system limit was reached: ${found.what} (${code}).`, found.remedy, {
		cause: error,
	});
}
