import type {Plan, Ruling} from '../../resolve/decide.ts';
import {changeIdOf, type Decision} from '../../resolve/decision.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import type {Finding} from '../../review/finding.ts';
import type {Dropped, OwnRun} from './own-runs.ts';

/** The ruling on a change, and the run that carried it out. */
type Made = {ruling: Ruling; run: OwnRun};

/** The results of a session's own runs, by the id of the change. */
type Settled = {
	/** Written, or already there: not planned again. */
	made: ReadonlyMap<string, Made>;
	/** Declined by a rule in favor of another change: stays declined until you decide otherwise. */
	left: ReadonlyMap<string, Made>;
	/** Still open when a run wrote to its file. */
	open: ReadonlyMap<string, Made>;
};

export function settledBy(runs: readonly OwnRun[]): Settled {
	const settled = {made: new Map<string, Made>(), left: new Map<string, Made>(), open: new Map<string, Made>()};
	for (const run of runs) {
		const decided = new Set(run.written.analysis.decisions.map(changeIdOf));
		for (const ruling of run.rulings) {
			const {outcome, proposal} = ruling;
			if (outcome === 'applied' || !run.files.includes(proposal.path)) continue;
			const ids = [proposal.change.id, ...proposal.aliases];
			const entry: Made = {run, ruling: outcome === 'apply' ? {...ruling, outcome: 'applied'} : ruling};
			const kind = kindOf(
				ruling,
				ids.some(id => decided.has(id)),
			);
			if (kind) for (const id of ids) settled[kind].set(id, entry);
		}
	}
	return settled;
}

function kindOf({outcome, proposal}: Ruling, isDecided: boolean): keyof Settled | null {
	if (outcome === 'apply' || outcome === 'already-applied') return 'made';
	if (outcome === 'declined' && !isDecided) return 'left';
	return isPlaced(proposal) ? 'open' : null;
}

/**
 * Declines what `left` has and what was taken out of the files for its own fault, followed by your decisions since, which take
 * precedence.
 */
export function decisionsWith(
	{left}: Settled,
	{changes, decisions: before}: Dropped,
	decisions: readonly Decision[],
): Decision[] {
	const out = [...changes].flatMap(([change, {reason, isAnswered}]) => (isAnswered ? [] : [[change, reason] as const]));
	const stays = [...[...left].map(([change, {ruling}]) => [change, ruling.reason] as const), ...out].map(
		([change, reason]): Decision => ({
			change,
			action: 'decline',
			reason,
			text: null,
			bodyHash: null,
			by: 'rule',
		}),
	);
	const isOver = (decision: Decision) => before.includes(decision) && changes.has(changeIdOf(decision) ?? '');
	return [...stays, ...decisions.filter(decision => !isOver(decision))];
}

/** What people had answered, so that it was taken out of the files: no rule chooses another side of its conflict. */
export const answeredOf = ({changes}: Dropped): Map<string, string> =>
	new Map([...changes].flatMap(([change, {reason, isAnswered}]) => (isAnswered ? [[change, reason] as const] : [])));

/** What was taken out of the files stays out, for its reason, as long as no decision of yours says otherwise. */
export function withDropped(plan: Plan, {changes}: Dropped): Plan {
	if (changes.size === 0) return plan;
	const rulings = plan.rulings.map((ruling): Ruling => {
		const out = changes.get(ruling.proposal.change.id);
		return ruling.outcome === 'declined' && out?.reason === ruling.reason ? {...ruling, ...out} : ruling;
	});
	return {...plan, rulings};
}

/**
 * Restores what earlier runs of the session knew about findings. After a run has written, the lines are no longer what the
 * reviewer saw, and a model must not get the same question twice.
 */
export function recallSettled(findings: readonly Finding[], {made, left}: Settled): Finding[] {
	const then = new Map(
		[...made.values(), ...left.values()].flatMap(({ruling}) =>
			ruling.proposal.findings.map(known => [known.id, known]),
		),
	);
	return findings.map(finding => {
		const known = then.get(finding.id);
		if (!known || known.bodyHash !== finding.bodyHash) return finding;
		const written = known.changes.filter(({id}) => made.has(id));
		if (written.length === 0) return finding;
		const isSettled = known.changes.every(({id}) => made.has(id) || left.has(id));
		const disposition = isSettled ? null : finding.disposition;
		const {explanation} = known;
		// A finding that is now done proposes nothing; the plan still shows what was written.
		if (disposition && disposition.outcome !== 'needs-model' && disposition.outcome !== 'needs-person') {
			return {...finding, explanation};
		}
		const changes = [...written, ...finding.changes.filter(({id}) => !made.has(id))];
		return {...finding, changes, explanation, disposition};
	});
}

/** Adds the settled rulings to the plan, with the current findings. */
export function joinSettled(
	plan: Plan,
	settled: Pick<Settled, 'made' | 'open'>,
	findings: readonly Finding[],
): {plan: Plan; runOf: ReadonlyMap<Ruling, OwnRun>} {
	const byId = new Map(findings.map(finding => [finding.id, finding]));
	const runOf = new Map<Ruling, OwnRun>();
	for (const {ruling, run} of new Set(settled.made.values())) {
		const known = ruling.proposal.findings.flatMap(({id}) => byId.get(id) ?? []);
		if (known.length > 0) runOf.set({...ruling, proposal: {...ruling.proposal, findings: known}}, run);
	}
	const rulings = plan.rulings.map(ruling => {
		const {change, placement} = ruling.proposal;
		const met = placement.kind === 'stale' || placement.kind === 'gone' ? settled.open.get(change.id) : undefined;
		if (!met || ruling.outcome !== 'stale') return ruling;
		return {...ruling, reason: `run ${met.run.id} of this session changed these lines; undo it first`};
	});
	return {plan: {...plan, rulings: [...runOf.keys(), ...rulings]}, runOf};
}
