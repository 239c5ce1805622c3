import {identify} from '../review/identity.ts';
import type {ClaimsOf} from './claim.ts';
import {doConflict} from './conflict-groups.ts';
import type {PlacedProposal} from './proposal.ts';

export type ConflictKind = 'same-lines' | 'contained' | 'overlap' | 'same-key' | 'choice';

/** Changes that cannot all be applied. */
export type Conflict = {
	id: string;
	kind: ConflictKind;
	proposals: PlacedProposal[];
	/** Id of the change that was chosen first; null if a person has to decide. */
	chosen: string | null;
	by: 'rule' | 'person' | 'decisions' | 'agent' | null;
	reason: string;
	/** The reason is that people have answered a side. */
	isAnswered?: true;
};

export function identifyConflict(group: readonly PlacedProposal[]): string {
	return identify('x', ...group.flatMap(({change, aliases}) => [change.id, ...aliases]).sort());
}

export function kindOf(group: readonly PlacedProposal[], claimsOf: ClaimsOf): ConflictKind {
	const [first, ...rest] = group;
	if (rest.every(({findings}) => findings.some(finding => first?.findings.includes(finding)))) return 'choice';
	if (doConflict(group, proposal => claimsOf(proposal).filter(({kind}) => kind === 'keys'))) return 'same-key';
	const start = Math.min(...group.map(({placement}) => placement.start));
	const end = Math.max(...group.map(({placement}) => placement.end));
	const spans = group.filter(({placement}) => placement.start === start && placement.end === end);
	if (spans.length === group.length) return 'same-lines';
	return spans.length > 0 ? 'contained' : 'overlap';
}
