import type {Plan, Ruling} from './decide.ts';

/**
 * The plan without changes that people have answered since. A conflict of which nothing is left is open again, as if they had
 * answered before.
 * @param held the rulings on the changes, with the reason
 */
export function holdAnswered(plan: Plan, held: ReadonlyMap<Ruling, string>): Plan {
	const rulingOn = new Map(plan.rulings.map(ruling => [ruling.proposal, ruling]));
	const verdicts = new Map<Ruling, Omit<Ruling, 'proposal'>>();
	for (const [ruling, reason] of held) verdicts.set(ruling, {outcome: 'needs-person', reason, isAnswered: true});
	const conflicts = plan.conflicts.map(conflict => {
		const rulings = conflict.proposals.flatMap(proposal => rulingOn.get(proposal) ?? []);
		const chosen = rulings.filter(({outcome}) => outcome === 'apply');
		const reason = chosen[0] && held.get(chosen[0]);
		if (reason === undefined || !chosen.every(ruling => held.has(ruling))) return conflict;
		const sides = rulings.filter(({outcome}) => outcome === 'apply' || outcome === 'declined');
		for (const side of sides) verdicts.set(side, {outcome: 'conflict', reason, isAnswered: true});
		return {...conflict, chosen: null, by: null, reason, isAnswered: true as const};
	});
	const rulings = plan.rulings.map(ruling => ({...ruling, ...verdicts.get(ruling)}));
	return {rulings, conflicts};
}
