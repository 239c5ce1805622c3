import {clause} from '../text/sentences.ts';
import type {ModelReply, ModelRequest} from './providers/provider.ts';
import {ModelTrouble, type TroubleChoice} from './providers/trouble.ts';

/** Does something with a request. */
export type Work<Result> = (request: ModelRequest, signal: AbortSignal) => Promise<Result>;

/**
 * Asks a model.
 * @throws {ModelTrouble}, and what guards throw when they stop a request: {@link Stop}
 */
export type Ask = Work<ModelReply>;

/** Wraps requests on their way to a provider. */
export type Guard = (next: Ask) => Ask;

/** A guard that does not look at results, so that it can wrap other work too. */
export type BlindGuard = <Result>(next: Work<Result>) => Work<Result>;

type StopDetails = Partial<Pick<Stop, 'isLogged' | 'isLasting'>>;

/** A guard's refusal: the request was not sent. Its cause is the model's trouble that led to it, if any. */
export class Stop extends Error {
	override readonly name: string = 'Stop';
	/** `store`: what machines share cannot be used. */
	readonly guard: 'budget' | 'circuit' | 'store';
	readonly remedy: string;
	/** The guard has logged the message itself; only the remedy is left to show. */
	readonly isLogged: boolean;
	/** Further requests of the same asking would be refused as well. */
	readonly isLasting: boolean;
	/** The provider and model that it is of; null until providers are asked in turn. */
	choice: TroubleChoice | null = null;

	constructor(guard: Stop['guard'], message: string, remedy: string, details: ErrorOptions & StopDetails = {}) {
		const {isLogged = false, isLasting = false, ...options} = details;
		super(message, options);
		this.guard = guard;
		this.remedy = remedy;
		this.isLogged = isLogged;
		this.isLasting = isLasting;
	}
}

/** Why a question has no answer: a refusal, behind the model's trouble that led to it. */
export function reasonOf(error: Stop | ModelTrouble): string {
	const {message, cause} = error;
	const isRefused = error instanceof Stop && cause instanceof ModelTrouble;
	return isRefused ? `${clause(cause.message)}; ${message}` : message;
}
