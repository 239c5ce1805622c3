import type {ModelReply, ModelRequest} from './providers/provider.ts';

/** What is done about a request. */
export type Work<Result> = (request: ModelRequest, signal: AbortSignal) => Promise<Result>;

/**
 * Asks a model.
 * @throws {ModelTrouble}, and what guards throw when they stop a request: {@link Stop}
 */
export type Ask = Work<ModelReply>;

/** What stands between a run and a provider. */
export type Guard = (next: Ask) => Ask;

/** A guard that does not look at what comes back, so that it may stand before other work as well. */
export type BlindGuard = <Result>(next: Work<Result>) => Work<Result>;

/** A guard's no: the request did not leave. Its cause is what made the guard say it, where that is trouble of a model. */
export class Stop extends Error {
	override readonly name: string = 'Stop';
	readonly guard: 'budget' | 'circuit';
	readonly remedy: string;
	/** The guard has logged the message itself: what is left to say is the remedy. */
	readonly isLogged: boolean;

	constructor(
		guard: Stop['guard'],
		message: string,
		remedy: string,
		{isLogged = false, ...options}: ErrorOptions & {isLogged?: boolean} = {},
	) {
		super(message, options);
		this.guard = guard;
		this.remedy = remedy;
		this.isLogged = isLogged;
	}
}
