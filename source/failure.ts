import {type Ending, type ExitCode, exitCodes} from './exit-code.ts';
import type {CodeOf, FailureCode} from './failure-codes.ts';
import {type Remedy, type Way, waysOf} from './remedy.ts';

/** The kind of a failure; each one has an exit code. */
export type FailureKind = Exclude<Ending, 'done'>;

type FailureOptions = ErrorOptions & {
	retryAt?: number | null;
	details?: Readonly<Record<string, unknown>>;
};

/** A code with one of the endings that it can have. */
type FailureArguments = {
	[Kind in FailureKind]: [
		kind: Kind,
		code: CodeOf<Kind>,
		message: string,
		remedy?: Remedy | undefined,
		options?: FailureOptions | undefined,
	];
}[FailureKind];

/**
 * A failure that the user can understand: what happened and what to do about it.
 * Everything that is thrown on purpose is a Failure; anything else is a bug.
 */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly kind: FailureKind;
	readonly code: FailureCode;
	/** One or two sentences on what to do; empty if nothing can be done. */
	readonly remedy: Remedy;
	/** When the same can succeed, in milliseconds since the epoch; null if that is unknown. */
	readonly retryAt: number | null;
	/** Further fields of the document that reports it to programs, as JSON. */
	readonly details: Readonly<Record<string, unknown>>;

	constructor(...given: FailureArguments) {
		const [kind, code, message, remedy = '', {retryAt = null, details = {}, ...options} = {}] = given;
		super(message, options);
		this.kind = kind;
		this.code = code;
		this.remedy = remedy;
		this.retryAt = retryAt;
		this.details = details;
	}

	/** What a program can do about it. */
	get ways(): readonly Way[] {
		return waysOf(this.remedy);
	}

	/** The same failure with further fields for its document. */
	withDetails(details: Failure['details']): Failure {
		return this.with({details: {...this.details, ...details}});
	}

	/** A failure that ends as a step which was not taken. */
	static ofStop({
		ending,
		code,
		message,
		remedy,
	}: Pick<Failure, 'code' | 'message' | 'remedy'> & {ending: Ending}): Failure {
		return new Failure(...([ending === 'done' ? 'needsPerson' : ending, code, message, remedy] as FailureArguments));
	}

	/** The same failure, told in another way. */
	with(changes: Partial<Pick<Failure, 'message' | 'remedy' | 'details'>>): Failure {
		const {kind, code, retryAt} = this;
		const {message, remedy, details} = {...this, message: this.message, ...changes};
		return new Failure(...([kind, code, message, remedy, {retryAt, details, cause: this}] as FailureArguments));
	}

	get exitCode(): ExitCode {
		return exitCodes[this.kind];
	}
}
