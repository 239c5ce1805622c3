import type {RoundFacts} from './facts.ts';

/** In the order in which they are asked; `stoppedBy` of a report. */
export type BrakeName =
	| 'same-head'
	| 'reviewer-busy'
	| 'rounds'
	| 'floor'
	| 'self-made'
	| 'swing'
	| 'against-person'
	| 'no-progress'
	| 'verify'
	| 'budget';

/** What a brake decides. Reasons are fragments, as in reports. */
export type BrakeEffect =
	/** There is no further round. `remedy`: what would go on, or what to do instead, in one sentence. */
	| {kind: 'stop'; reason: string; remedy: string}
	/** There is no round yet. `until`: milliseconds since the epoch; null if nothing names the time. */
	| {kind: 'wait'; reason: string; until: number | null}
	/** The round skips these findings: their ids, with the reason. */
	| {kind: 'leave'; findings: ReadonlyMap<string, string>}
	/** These changes need review: their ids, with the reason. */
	| {kind: 'hold'; changes: ReadonlyMap<string, string>};

export type Brake = {
	name: BrakeName;
	/** When it acts, for users: a sentence about "the round". */
	rule: string;
	/** What it does then, for users. */
	effect: string;
	/** Null if it does not act. */
	decide: (facts: RoundFacts) => BrakeEffect | null;
};

export const shortOid = (oid: string) => oid.slice(0, 7);
