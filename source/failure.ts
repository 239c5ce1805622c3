import {type Ending, type ExitCode, exitCodes} from './exit-code.ts';
import type {Way} from './way.ts';

/** The kind of a failure; each one has an exit code. */
export type FailureKind = Exclude<Ending, 'done'>;

type FailureOptions = ErrorOptions & {
	ways?: readonly Way[];
	retryAt?: number | null;
	details?: Readonly<Record<string, unknown>>;
};

/**
 * A failure that the user can understand: what happened and what to do about it.
 * Everything that is thrown on purpose is a Failure; anything else is a bug.
 */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly kind: FailureKind;
	/** Stable machine-readable name, kebab-case: `bad-credentials`, `not-a-repository`. */
	readonly code: string;
	/** One or two sentences on what to do; empty if nothing can be done. */
	readonly remedy: string;
	/** What a program can do about it. */
	readonly ways: readonly Way[];
	/** When the same can succeed, in milliseconds since the epoch; null if that is unknown. */
	readonly retryAt: number | null;
	/** Further fields of the document that reports it to programs, as JSON. */
	readonly details: Readonly<Record<string, unknown>>;

	constructor(
		kind: FailureKind,
		code: string,
		message: string,
		remedy = '',
		{ways = [], retryAt = null, details = {}, ...options}: FailureOptions = {},
	) {
		super(message, options);
		this.kind = kind;
		this.code = code;
		this.remedy = remedy;
		this.ways = ways;
		this.retryAt = retryAt;
		this.details = details;
	}

	/** The same failure with further fields for its document. */
	withDetails(details: Failure['details']): Failure {
		const {kind, code, message, remedy, ways, retryAt} = this;
		return new Failure(kind, code, message, remedy, {
			...{ways, retryAt, cause: this},
			details: {...this.details, ...details},
		});
	}

	get exitCode(): ExitCode {
		return exitCodes[this.kind];
	}
}
