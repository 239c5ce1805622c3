import {changeIdOf, type Decision} from '../../resolve/decision.ts';
import type {OwnRun} from '../../run/own-runs.ts';
import {idsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** Decisions that no applied run has carried out. */
export function outstanding({history, runs}: Pick<ReviewState, 'history' | 'runs'>): Decision[] {
	const done = new Set(runs.flatMap(carriedOutBy));
	return [...history.now.values()].filter(decision => !done.has(decision));
}

function carriedOutBy({rulings, files, decisions, only}: OwnRun): Decision[] {
	const written = rulings.filter(({outcome, proposal}) => outcome === 'apply' && files.includes(proposal.path));
	const changes = new Set<string | null>(written.flatMap(({proposal}) => idsOf(proposal)));
	const settled = new Set(rulings.flatMap(({proposal}) => idsOf(proposal)));
	const isSettled = (decision: Decision) =>
		only === null || ('finding' in decision ? only.has(decision.finding) : settled.has(decision.change));
	return decisions.filter(decision =>
		decision.action === 'decline' || decision.action === 'done'
			? isSettled(decision)
			: changes.has(changeIdOf(decision)),
	);
}
