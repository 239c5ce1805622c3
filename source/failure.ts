import {type Ending, type ExitCode, exitCodes} from './exit-code.ts';

/** What kind of trouble ends a run; each kind has one exit code. */
export type FailureKind = Exclude<Ending, 'done' | 'needsPerson'>;

/**
 * Trouble that a user can understand: what happened and what to do about it.
 * Every room throws this and nothing else on purpose; anything else that is thrown is a bug.
 */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly kind: FailureKind;
	/** Stable machine-readable name, kebab-case: `bad-credentials`, `not-a-repository`. */
	readonly code: string;
	/** One or two sentences that tell the user what to do; empty where nothing can be done. */
	readonly remedy: string;

	constructor(kind: FailureKind, code: string, message: string, remedy = '', options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
		this.code = code;
		this.remedy = remedy;
	}

	get exitCode(): ExitCode {
		return exitCodes[this.kind];
	}
}

const exhausted: Readonly<Record<string, {what: string; remedy: string}>> = {
	EMFILE: {what: 'too many files are open', remedy: 'Raise the limit of open files: ulimit -n 1024'},
	ENFILE: {what: 'too many files are open on this machine', remedy: 'Close programs, then run the command again.'},
	EAGAIN: {what: 'too many processes are running', remedy: 'Raise the limit of processes: ulimit -u 1024'},
	ENOMEM: {what: 'there is not enough memory', remedy: 'Make memory free, then run the command again.'},
};

/** What the machine has run out of, where that is what an error says; else null. */
export function exhaustion(error: unknown): Failure | null {
	const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : '';
	const found = exhausted[code];
	if (!found) return null;
	return new Failure('failed', 'exhausted', `The system refused: ${found.what} (${code}).`, found.remedy, {
		cause: error,
	});
}
