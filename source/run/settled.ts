import type {Plan, Ruling} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import {isPlaced} from '../resolve/proposal.ts';
import type {Finding} from '../review/finding.ts';
import type {OwnRun} from './own-runs.ts';

/** What a run made of a change. */
type Made = {ruling: Ruling; run: OwnRun};

/** What the runs of a session have settled, by the ids of the changes. */
type Settled = {
	/** Written, or found to be there already: there is nothing more to rule on. */
	made: ReadonlyMap<string, Made>;
	/** Left for something that was written: it stays so until a person decides otherwise. */
	left: ReadonlyMap<string, Made>;
	/** What was open when a run wrote to its file. */
	open: ReadonlyMap<string, Made>;
};

export function settledBy(runs: readonly OwnRun[]): Settled {
	const [made, left, open] = [new Map<string, Made>(), new Map<string, Made>(), new Map<string, Made>()];
	for (const run of runs) {
		const decided = new Set(run.decisions.map(({change}) => change));
		for (const ruling of run.rulings) {
			const {outcome, proposal} = ruling;
			if (outcome === 'applied' || !run.files.includes(proposal.path)) continue;
			const ids = [proposal.change.id, ...proposal.aliases];
			const isDecided = ids.some(id => decided.has(id));
			const entry: Made = {run, ruling: outcome === 'apply' ? {...ruling, outcome: 'applied'} : ruling};
			const into =
				outcome === 'apply' || outcome === 'already-applied'
					? made
					: outcome === 'declined' && !isDecided
						? left
						: isPlaced(proposal)
							? open
							: null;
			for (const id of ids) into?.set(id, entry);
		}
	}
	return {made, left, open};
}

/** The decisions, and before them that what was left stays so: what a person says of it goes before. */
export function decisionsWith({left}: Settled, decisions: readonly Decision[]): Decision[] {
	const stays = [...left].map(
		([change, {ruling}]): Decision => ({
			change,
			action: 'decline',
			reason: ruling.reason,
			text: null,
			bodyHash: null,
			by: 'decisions',
		}),
	);
	return [...stays, ...decisions];
}

/**
 * Findings that were read after runs had written, with what these runs knew of them: their lines are not what the
 * reviewer saw any more, and nobody has to ask a model about them twice.
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
		// What is over by now proposes nothing; the plan shows what was written all the same.
		if (disposition?.outcome === 'not-actionable' || disposition?.outcome === 'already-applied') {
			return {...finding, explanation};
		}
		const changes = [...written, ...finding.changes.filter(({id}) => !made.has(id))];
		return {...finding, changes, explanation, disposition};
	});
}

/** The plan with what is settled, in terms of the findings as they are known now. */
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
		return {...ruling, reason: `run ${met.run.id} of this session changed these lines (press U to undo)`};
	});
	return {plan: {...plan, rulings: [...runOf.keys(), ...rulings]}, runOf};
}
