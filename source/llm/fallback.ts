import {type Ask, Stop} from './guard.ts';
import {isForLonger} from './guards/retry.ts';
import type {ModelChoice, ModelReply, ModelRequest} from './providers/provider.ts';
import {ModelTrouble} from './providers/trouble.ts';

/** One of several that may be asked. */
export type Candidate = {choice: ModelChoice; ask: Ask};

/** A reply and who gave it. */
export type AttributedReply = {choice: ModelChoice; reply: ModelReply};

export type AskInTurn = (request: ModelRequest, signal: AbortSignal) => Promise<AttributedReply>;

/**
 * Asks the first; the next one where its circuit is open or it cannot be used for longer (not logged in, out of quota,
 * nothing listens, ..., or it asks to wait for too long). Where none can be used, the trouble of the first one counts: it is the one that was chosen.
 *
 * @param onTurn told whenever it is the next one's turn; null after the last of several: what is thrown is not its trouble
 * @throws what {@link Ask} throws
 */
export function askInTurn(
	candidates: readonly [Candidate, ...Candidate[]],
	onTurn: (from: ModelChoice, to: ModelChoice | null, why: Stop | ModelTrouble) => void,
): AskInTurn {
	return async (request, signal) => {
		let first: unknown = null;
		for (const [index, {choice, ask}] of candidates.entries()) {
			try {
				return {choice, reply: await ask(request, signal)};
			} catch (error) {
				if (!isForNext(error)) throw error;
				first ??= error;
				if (candidates.length > 1) onTurn(choice, candidates[index + 1]?.choice ?? null, error);
			}
		}
		throw first;
	};
}

const isForNext = (error: unknown): error is Stop | ModelTrouble =>
	(error instanceof Stop && error.guard === 'circuit') || (error instanceof ModelTrouble && isForLonger(error));
