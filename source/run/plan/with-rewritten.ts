import type {Plan, Ruling} from '../../resolve/decide.ts';
import type {RunEvent} from '../events.ts';

type Rewritten = Extract<RunEvent, {type: 'rewritten-on-head'}>['changes'];

/** Other lines are not what the reviewer suggested, so that the suggestion alone does not show that it is done. */
export const withRewritten = (plan: Plan, changes: Rewritten): Plan => ({
	...plan,
	rulings: plan.rulings.map((ruling): Ruling => {
		const made = changes.get(ruling.proposal.change.id);
		if (ruling.outcome !== 'stale' || made === undefined) return ruling;
		const how = made.kind === 'edited' ? 'as you edited it' : 'reformatted by pre-commit';
		return {...ruling, outcome: 'already-applied', reason: `${how}, in ${made.commit.slice(0, 10)}`};
	}),
});
