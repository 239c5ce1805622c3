import {type Decided, decidedAfter} from '../../../review/closing/marker.ts';
import {type RememberedIds, rememberedOf} from '../../../review/remembered.ts';
import {lastingIds, type PersonsWords} from '../../decisions/earlier.ts';
import type {JudgedFinding} from '../../report/outcome.ts';

/** What people decided, in this run and before. */
export type WordsKnown = {
	persons: PersonsWords;
	/** The last words that the pull request shows. */
	onHost: RememberedIds;
};

/** What the pull request does not show yet of what people decided about findings. */
export function decidedAbout(judged: readonly JudgedFinding[], {persons, onHost}: WordsKnown): Decided {
	const declined = new Set<string>();
	const taken = new Set<string>();
	for (const {finding, rulings, verdict} of judged) {
		const all = [
			{ids: [finding.id], isDeclined: verdict.outcome === 'declined'},
			...rulings.map(({proposal, outcome}) => ({ids: lastingIds(proposal), isDeclined: outcome === 'declined'})),
		];
		for (const {ids, isDeclined} of all) {
			for (const id of ids) {
				const shown = rememberedOf(finding, {id}, onHost)?.kind;
				if (isDeclined && persons.declined.has(id) && shown !== 'declined') declined.add(id);
				if (!isDeclined && persons.taken.has(id) && (shown === 'declined' || shown === 'reverted')) taken.add(id);
			}
		}
	}
	return {declined: [...declined], taken: [...taken], reverted: []};
}

/** What a summary has of it: what no later word replaces, and what is new. */
export const decidedInSummary = (before: Decided, later: Decided, standing: RememberedIds): Decided => {
	const stands = (kind: keyof Decided) => before[kind].filter(id => (standing.get(id)?.kind ?? kind) === kind);
	const kept = {declined: stands('declined'), taken: stands('taken'), reverted: stands('reverted')};
	return decidedAfter(kept, later);
};
