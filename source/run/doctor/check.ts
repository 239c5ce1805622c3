import {type ExitCode, exitCodes} from '../../exit-code.ts';
import {Failure, type Remedy, type Way} from '../../failure.ts';

/** One line of `doctor`. */
export type Check = {
	/** Of git, the repository, runs, host and token; of cache, store, privacy and the provider. */
	name: string;
	status: 'ok' | 'warning' | 'failed' | 'skipped';
	detail: string;
	/** What to do; empty where there is nothing to. */
	remedy: Remedy;
	/** What a program can do about it; absent where there is nothing. */
	ways?: readonly Way[];
	/** Of the exit codes; 0 where nothing failed. */
	exitCode: ExitCode;
};

export const passedCheck = (name: Check['name'], detail: string): Check => ({
	name,
	status: 'ok',
	detail,
	remedy: '',
	exitCode: 0,
});
export const warningCheck = (name: string, detail: string, remedy: Remedy): Check => ({
	name,
	status: 'warning',
	detail,
	remedy,
	exitCode: 0,
});
export const skippedCheck = (name: string, detail: string): Check => ({
	name,
	status: 'skipped',
	detail,
	remedy: '',
	exitCode: 0,
});
export const failedCheck = (name: Check['name'], {message, remedy, ways, exitCode}: Failure): Check => ({
	name,
	status: 'failed',
	detail: message,
	remedy,
	ways,
	exitCode,
});

/** Texts leave this machine. */
export const violation = (detail: string, remedy: Remedy): Check => ({
	name: 'privacy',
	status: 'failed',
	detail,
	remedy,
	exitCode: exitCodes.failed,
});

/** What the work comes to, or why it failed. @throws what is no `Failure`, and interruptions */
export async function attempt<T>(work: () => Promise<T>): Promise<T | Failure> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Failure && error.kind !== 'interrupted') return error;
		throw error;
	}
}
