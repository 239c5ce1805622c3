import {Failure} from '../../failure.ts';
import type {Plan} from '../../resolve/decide.ts';
import {changeIdOf, type Decision, decidedId} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Proposal} from '../../resolve/proposal.ts';

/**
 * Refuses a decisions file that chooses conflicting changes. In the app the person sees the conflict instead.
 * @throws {Failure} usage `contradicting-decisions`, naming the changes
 */
export function refuseContradictoryDecisions(
	{rulings, conflicts}: Plan,
	decisions: readonly Decision[],
	{mode}: Pick<Policy, 'mode'>,
): void {
	// This mode leaves all conflicts open.
	if (mode === 'non-conflicts-only') return;
	const chosen = new Map(
		decisions.flatMap(decision =>
			decision.by === 'decisions' && decision.action !== 'decline'
				? [[changeIdOf(decision), decidedId(decision)] as const]
				: [],
		),
	);
	const open = new Set(rulings.flatMap(({outcome, proposal}) => (outcome === 'conflict' ? [proposal] : [])));
	for (const {proposals} of conflicts) {
		const both = proposals.filter(each => open.has(each) && changeIds(each).some(id => chosen.has(id)));
		if (both.length < 2) continue;
		throw new Failure(
			'usage',
			'contradicting-decisions',
			`The decisions file chooses changes that conflict: ${both.map(each => nameOf(each, chosen)).join(' and ')}.`,
			'Keep one of them in the file; remove or decline the others.',
		);
	}
}

const changeIds = ({change, aliases}: Proposal) => [change.id, ...aliases];

function nameOf(proposal: Proposal, chosen: ReadonlyMap<string | null, string>): string {
	const {path, placement, findings} = proposal;
	const author = findings[0]?.author?.login;
	const place = 'start' in placement ? `${path}:${placement.start}` : path;
	return `${changeIds(proposal).flatMap(id => chosen.get(id) ?? [])[0]} (${[author, place].filter(Boolean).join(', ')})`;
}
