import {Stop} from '../../llm/guard.ts';
import type {ModelChoice} from '../../llm/providers/provider.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import type {Answer} from '../../llm/question/answer.ts';
import type {Disposition, Finding} from '../../review/finding.ts';
import type {QuestionEnd} from '../events.ts';

/** What a finding becomes. */
export type Answered = Partial<Finding>;

/**
 * What an answer makes of its finding.
 * @param by who gave it
 * @param unseen places of the finding that the model was not shown: somebody has to look at them, whatever it says
 */
export function answeredBy(answer: Answer, {provider, model}: ModelChoice, unseen: readonly string[]): Answered {
	if (answer.kind === 'refused') return {disposition: needsModel(answer.fault.reason)};
	const {explanation} = answer;
	const rest =
		unseen.length > 0 ? needsPerson(`the model was not shown all places, look at ${unseen.join(', ')}`) : null;
	if (answer.kind === 'changes') {
		const sketches = answer.sketches.map(sketch => ({...sketch, model: {provider, model}}));
		return {sketches, disposition: rest, explanation};
	}
	if (rest) return {disposition: rest, explanation};
	const says = `the model says: ${explanation || 'nothing more'}`;
	return answer.verdict === 'no-change'
		? {disposition: {outcome: 'not-actionable', reason: `nothing to change, ${says}`}, explanation}
		: {disposition: needsPerson(`not clear what to change, ${says}`), explanation};
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
