import {type Finding, needsPerson, nothingProposed} from '../../review/finding.ts';
import type {BrakeEffect, BrakeName} from './brake.ts';
import type {RoundFacts} from './facts.ts';
import {brakes} from './table.ts';

/** What keeps a round from beginning. */
export type Halt = {brake: BrakeName} & Extract<BrakeEffect, {kind: 'stop' | 'wait'}>;

export type BrakesApplied = {
	/** Null if there may be a round. */
	halt: Halt | null;
	/** Ids of the findings that the round skips, with the reason. */
	left: ReadonlyMap<string, string>;
	/** Ids of the changes that need review, with the reason. */
	held: ReadonlyMap<string, string>;
};

/**
 * Asks the brakes in order; the first that stops or waits is the last. Twice a round: before a model is asked, and again
 * with the changes.
 */
export function applyBrakes(facts: RoundFacts): BrakesApplied {
	const [left, held] = [new Map<string, string>(), new Map<string, string>()];
	const addNew = (to: Map<string, string>, reasons: ReadonlyMap<string, string>) => {
		for (const [id, reason] of reasons) if (!to.has(id)) to.set(id, reason);
	};
	for (const {name, decide} of brakes) {
		const effect = decide(facts);
		if (effect?.kind === 'leave') addNew(left, effect.findings);
		else if (effect?.kind === 'hold') addNew(held, effect.changes);
		else if (effect) return {halt: {brake: name, ...effect}, left, held};
	}
	return {halt: null, left, held};
}

/** The same findings; those that the round skips propose nothing. */
export const withoutLeft = (findings: readonly Finding[], left: BrakesApplied['left']): Finding[] =>
	findings.map(finding => {
		const reason = left.get(finding.id);
		return reason === undefined ? finding : {...finding, ...nothingProposed(needsPerson(reason))};
	});
