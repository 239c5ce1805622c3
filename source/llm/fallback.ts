import {type Ask, Stop} from './guard.ts';
import type {ModelReply, ModelRequest} from './providers/provider.ts';
import type {ModelChoice} from './providers/registry.ts';
import {ModelTrouble} from './providers/trouble.ts';

export type FallbackCandidate = {choice: ModelChoice; ask: Ask};

export type AskInTurn = (
	request: ModelRequest,
	signal: AbortSignal,
) => Promise<{choice: ModelChoice; reply: ModelReply}>;

/**
 * Asks the first candidate, and the next one if its circuit is open or it has no answer to give: it is unavailable (not logged
 * in, out of quota, not reachable, ...), or the attempts at it have failed. A request that is itself at fault ends there. If
 * none has an answer, the trouble of the first is thrown: it was chosen.
 *
 * @param onTurn called before the next one is asked; `to` is null after the last of several
 * @throws what {@link Ask} throws
 */
export function askInTurn(
	candidates: readonly [FallbackCandidate, ...FallbackCandidate[]],
	onTurn: (from: ModelChoice, to: ModelChoice | null, why: Stop | ModelTrouble) => void,
): AskInTurn {
	return async (request, signal) => {
		let first: unknown = null;
		for (const [index, {choice, ask}] of candidates.entries()) {
			try {
				return {choice, reply: await ask(request, signal)};
			} catch (error) {
				attribute(error, choice);
				if (!isForNext(error)) throw error;
				first ??= error;
				if (candidates.length > 1) onTurn(choice, candidates[index + 1]?.choice ?? null, error);
			}
		}
		throw first;
	};
}

/** Notes on a failure, and on the one that led to it, which provider and model it is of. */
function attribute(error: unknown, choice: ModelChoice): void {
	for (const failure of [error, error instanceof Stop ? error.cause : null]) {
		if (failure instanceof Stop || failure instanceof ModelTrouble) failure.choice = choice;
	}
}

const isForNext = (error: unknown): error is Stop | ModelTrouble =>
	(error instanceof Stop && error.guard === 'circuit') ||
	(error instanceof ModelTrouble && error.traits.about !== 'request');
