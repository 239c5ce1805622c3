import {lineClaims} from '../../../resolve/claims.ts';
import {findConflictGroups} from '../../../resolve/conflict-groups.ts';
import type {Ruling} from '../../../resolve/decide.ts';
import {openPartition} from '../../../resolve/partition.ts';
import {isPlaced, type Proposal} from '../../../resolve/proposal.ts';
import {steersCommands} from '../../../resolve/steering-files.ts';
import type {Finding} from '../../../review/finding.ts';

/** Changes that are verified together: only all of them, or none, may stay. */
export type Unit = readonly Ruling[];

/** Units in the order in which they are kept; the last `suspects` of them are the likely culprits. */
export type Units = {units: Unit[]; suspects: number};

/**
 * Groups the changes that a run has written: those of one finding stay together, and so do those that several findings share,
 * and those on the same lines, which fit together key by key. Changes by a model, the least sure last, and changes to what the
 * command itself may run come after all others.
 */
export function unitsOf(rulings: readonly Ruling[]): Units {
	const units = groupsOf(rulings);
	const suspicion = (unit: Unit) => Math.max(...unit.map(suspicionOf));
	const trusted = units.filter(unit => suspicion(unit) === 0);
	const suspected = units.filter(unit => suspicion(unit) > 0).sort((a, b) => suspicion(a) - suspicion(b));
	return {units: [...trusted, ...suspected], suspects: suspected.length};
}

/** 0 for none; the higher, the likelier it breaks something. */
function suspicionOf({proposal: {change, path}}: Ruling): number {
	if (steersCommands(path)) return 2;
	return change.from === 'model' ? 2 - change.confidence : 0;
}

function groupsOf(rulings: readonly Ruling[]): Unit[] {
	const {join, groups} = openPartition(rulings);
	const firstOf = new Map<Finding, Ruling>();
	for (const ruling of rulings) {
		for (const finding of ruling.proposal.findings) {
			const first = firstOf.get(finding);
			if (first) join(first, ruling);
			else firstOf.set(finding, ruling);
		}
	}
	const rulingOf = new Map<Proposal, Ruling>(rulings.map(ruling => [ruling.proposal, ruling]));
	const placed = rulings.map(({proposal}) => proposal).filter(isPlaced);
	for (const woven of findConflictGroups(placed, lineClaims)) {
		for (const proposal of woven) join(rulingOf.get(woven[0]!)!, rulingOf.get(proposal)!);
	}
	return groups();
}
