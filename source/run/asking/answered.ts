import {Stop} from '../../llm/guard.ts';
import type {ModelChoice} from '../../llm/providers/provider.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import type {Answer} from '../../llm/question/answer.ts';
import {
	type Disposition,
	type Finding,
	hasCode,
	needsPerson,
	nothingProposed,
	type Proposed,
	type Remainder,
} from '../../review/finding.ts';
import type {QuestionEnd} from '../events.ts';

/** What an answer makes of its finding: it replaces what the finding proposed before. */
export type Answered = Proposed & Pick<Finding, 'explanation'>;

/** The finding without a usable answer; code of an earlier answer stays. */
export const withoutAnswer = (finding: Finding, disposition: Remainder): Finding =>
	hasCode(finding) ? {...finding, disposition} : {...finding, ...nothingProposed(disposition)};

/**
 * What an answer makes of its finding.
 * @param by who gave it
 * @param unseen places of the finding that the model was not shown: a person has to look at them, whatever it says
 */
export function answeredBy(
	answer: Exclude<Answer, {kind: 'refused'}>,
	{provider, model}: ModelChoice,
	unseen: readonly string[],
): Answered {
	const {explanation} = answer;
	const rest = unseen.length > 0 ? needsPerson(`the model did not see all places; check ${unseen.join(', ')}`) : null;
	if (answer.kind === 'changes') {
		const sketches = answer.sketches.map(sketch => ({...sketch, model: {provider, model}}));
		return {changes: [], sketches, disposition: rest, explanation};
	}
	if (rest) return {...nothingProposed(rest), explanation};
	const why = `the model explains: ${explanation || 'no reason given'}`;
	const disposition: Disposition =
		answer.verdict === 'no-change'
			? {outcome: 'not-actionable', reason: `nothing to change; ${why}`}
			: needsPerson(`unclear what to change; ${why}`);
	return {...nothingProposed(disposition), explanation};
}

/** How a question ended that got no reply. */
export function endOf(error: Stop | ModelTrouble): QuestionEnd {
	if (error instanceof Stop) return error.guard;
	return ({user: 'authentication', limit: 'rejected', service: 'service', request: 'rejected'} as const)[
		error.traits.about
	];
}
