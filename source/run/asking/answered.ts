import {Stop} from '../../llm/guard.ts';
import type {ModelChoice} from '../../llm/providers/provider.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import type {Answer} from '../../llm/question/answer.ts';
import type {Disposition, Finding} from '../../review/finding.ts';
import type {QuestionEnd} from '../events.ts';

/** What a finding becomes. What it quoted before could not be found, or not be taken. */
export type Answered = Pick<Finding, 'sketches' | 'disposition'> & {
	/** What the model says; absent where it gave no usable answer. */
	explanation?: string;
};

/** Nothing to place. */
export const without = (disposition: Disposition): Answered => ({sketches: [], disposition});

/**
 * What an answer makes of its finding.
 * @param by who gave it
 * @param unseen places of the finding that the model was not shown: somebody has to look at them, whatever it says
 */
export function answeredBy(answer: Answer, {provider, model}: ModelChoice, unseen: readonly string[]): Answered {
	if (answer.kind === 'refused') return without(needsModel(answer.fault.reason));
	const {explanation} = answer;
	const rest =
		unseen.length > 0 ? needsPerson(`the model was not shown all places, look at ${unseen.join(', ')}`) : null;
	if (answer.kind === 'changes') {
		const sketches = answer.sketches.map(sketch => ({...sketch, model: {provider, model}}));
		return {sketches, disposition: rest, explanation};
	}
	if (rest) return {...without(rest), explanation};
	const says = `the model says: ${explanation || 'nothing more'}`;
	const disposition: Disposition =
		answer.verdict === 'no-change'
			? {outcome: 'not-actionable', reason: `nothing to change, ${says}`}
			: needsPerson(`not clear what to change, ${says}`);
	return {...without(disposition), explanation};
}

export const needsModel = (reason: string): Disposition => ({outcome: 'needs-model', reason});
export const needsPerson = (reason: string): Disposition => ({outcome: 'needs-person', reason});

/** How a question ended that got no reply. */
export function endOf(error: Stop | ModelTrouble): QuestionEnd {
	if (error instanceof Stop) return error.guard;
	return ({user: 'authentication', limit: 'rejected', service: 'service', request: 'rejected'} as const)[
		error.traits.about
	];
}
