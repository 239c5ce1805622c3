import type {Halt} from './apply-brakes.ts';
import type {BrakeName} from './brake.ts';
import type {RoundFacts} from './facts.ts';
import {selfMadeOf} from './limits.ts';

export type RoundsReport = {
	/** Counted from 1 over all rounds that have pushed to the pull request. */
	number: number;
	limit: number;
	/** The brake that keeps it from beginning; null if none does. */
	stoppedBy: BrakeName | null;
	/** New findings on lines that this program wrote last. */
	selfMade: number;
};

export const reportRounds = (facts: RoundFacts, halt: Halt | null): RoundsReport => ({
	number: facts.rounds.length + 1,
	limit: facts.maxRounds,
	stoppedBy: halt?.kind === 'stop' ? halt.brake : null,
	selfMade: selfMadeOf(facts).length,
});
