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
 * Asks the brakes in order. The first that stops or waits counts; what others skip or hold counts all the same. Twice a round: before a model is asked, and again with the
 * changes.
 */
export function applyBrakes(facts: RoundFacts): BrakesApplied {
	const effects = brakes.flatMap(({name, decide}) => {
		const effect = decide(facts);
		return effect ? [{brake: name, ...effect}] : [];
	});
	// The first reason for each counts too.
	const left = effects.toReversed().flatMap(effect => (effect.kind === 'leave' ? [...effect.findings] : []));
	const held = effects.toReversed().flatMap(effect => (effect.kind === 'hold' ? [...effect.changes] : []));
	const halt = effects.find(effect => effect.kind === 'stop' || effect.kind === 'wait') ?? null;
	return {halt, left: new Map(left), held: new Map(held)};
}

/** The same findings; those that the round skips propose nothing. */
export const withoutLeft = (findings: readonly Finding[], left: BrakesApplied['left']): Finding[] =>
	findings.map(finding => {
		const reason = left.get(finding.id);
		return reason === undefined ? finding : {...finding, ...nothingProposed(needsPerson(reason))};
	});
