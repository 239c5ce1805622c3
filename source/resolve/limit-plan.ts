import type {Plan, Ruling} from './decide.ts';

/** The plan in which only changes for these findings (ids) are to be written; the others stay planned for later. */
export function limitPlan(plan: Plan, only: ReadonlySet<string>): Plan {
	const isLater = (ruling: Ruling) => ruling.outcome === 'apply' && !isAbout(ruling, only);
	return {...plan, rulings: plan.rulings.map(ruling => (isLater(ruling) ? {...ruling, outcome: 'planned'} : ruling))};
}

/** The plan in which only these changes (ids) are to be written; the others are for a person. */
export function limitToChanges(plan: Plan, ids: ReadonlySet<string>, reason: string): Plan {
	const isLeft = ({outcome, proposal}: Ruling) => outcome === 'apply' && !ids.has(proposal.change.id);
	const left = {outcome: 'needs-person', reason} as const;
	return {...plan, rulings: plan.rulings.map(ruling => (isLeft(ruling) ? {...ruling, ...left} : ruling))};
}

/**
 * The rulings that writing a limited plan settles: those on its findings, and on what lost against a written change.
 * What lost against a change that stays planned is not settled.
 */
export function settledRulings({rulings, conflicts}: Plan, only: ReadonlySet<string>): Ruling[] {
	const inConflictWith = (outcome: Ruling['outcome']) => {
		const wanted = new Set(rulings.flatMap(ruling => (ruling.outcome === outcome ? [ruling.proposal.change.id] : [])));
		const met = conflicts.filter(({proposals}) => proposals.some(({change}) => wanted.has(change.id)));
		return new Set(met.flatMap(({proposals}) => proposals.map(({change}) => change.id)));
	};
	const [written, later] = [inConflictWith('apply'), inConflictWith('planned')];
	return rulings.filter(ruling => {
		const {outcome, proposal} = ruling;
		if (outcome !== 'declined') return isAbout(ruling, only);
		if (written.has(proposal.change.id)) return true;
		return isAbout(ruling, only) && !later.has(proposal.change.id);
	});
}

const isAbout = ({proposal}: Ruling, findings: ReadonlySet<string>) =>
	proposal.findings.some(({id}) => findings.has(id));
