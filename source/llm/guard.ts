import type {ModelReply, ModelRequest} from './provider.ts';

/**
 * Asks a model.
 * @throws {ModelTrouble}, and what guards throw when they stop a request: {@link Stop}
 */
export type Ask = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>;

/** What stands between a run and a provider. */
export type Guard = (next: Ask) => Ask;

/** A guard's no: the request did not leave. */
export class Stop extends Error {
	override readonly name: string = 'Stop';
	readonly guard: 'budget' | 'circuit';
	readonly remedy: string;

	constructor(guard: Stop['guard'], message: string, remedy: string) {
		super(message);
		this.guard = guard;
		this.remedy = remedy;
	}
}
