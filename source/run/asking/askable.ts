import {Stop} from '../../llm/guard.ts';
import type {ModelChoice} from '../../llm/providers/registry.ts';
import type {ModelTrouble} from '../../llm/providers/trouble.ts';
import type {ModelAnswer} from '../../llm/question/answer.ts';
import {
	type Disposition,
	type Finding,
	hasCode,
	needsPerson,
	nothingProposed,
	type Proposed,
	type Remainder,
} from '../../review/finding.ts';
import type {StoppedBy} from './asking-end.ts';

/** Whether a finding is for a model: it asks for a change that no reviewer wrote as code. */
export const isForModel = ({disposition}: Finding) => disposition?.outcome === 'needs-model';

/**
 * Whether you may send a finding to a model: no reviewer wrote it as code, and no earlier answer
 * led to a change.
 */
export const isAskable = (finding: Finding) => isForModel(finding) || isAnsweredInWords(finding);

const isAnsweredInWords = ({disposition, explanation}: Finding) =>
	disposition !== null && disposition.outcome !== 'declined' && explanation !== null;

/** The finding as one that is for a model, also if it was sent before. */
export function askable(finding: Finding): Finding {
	const {disposition} = finding;
	return disposition ? {...finding, disposition: {outcome: 'needs-model', reason: disposition.reason}} : finding;
}

/** The proposal of an answer, which replaces the finding's earlier one. */
export type Answered = Proposed & Pick<Finding, 'explanation'>;

/** The finding if there is no usable answer; code of an earlier answer stays. */
export const withoutAnswer = (finding: Finding, disposition: Remainder): Finding =>
	hasCode(finding) ? {...finding, disposition} : {...finding, ...nothingProposed(disposition)};

/** All findings, with the answered ones in their place. */
export function withAnswers(findings: readonly Finding[], answered: readonly Finding[]): Finding[] {
	const byId = new Map(answered.map(finding => [finding.id, finding]));
	return findings.map(finding => byId.get(finding.id) ?? finding);
}

/**
 * Converts an answer into the finding's proposal.
 * @param unseen places of the finding that the model did not see; they always need review
 */
export function answeredBy(
	answer: Exclude<ModelAnswer, {kind: 'refused'}>,
	{provider, model}: ModelChoice,
	unseen: readonly string[],
): Answered {
	const {explanation} = answer;
	const rest =
		unseen.length > 0 ? needsPerson(`the model did not see every location; check ${unseen.join(', ')}`) : null;
	if (answer.kind === 'changes') {
		const sketches = answer.sketches.map(sketch => ({...sketch, model: {provider, model}}));
		return {changes: [], sketches, disposition: rest, explanation};
	}
	if (rest) return {...nothingProposed(rest), explanation};
	const why = `the model's reason: ${explanation || 'none'}`;
	const disposition: Disposition =
		answer.verdict === 'no-change'
			? {outcome: 'not-actionable', reason: `nothing to change; ${why}`}
			: needsPerson(`unclear what to change; ${why}`);
	return {...nothingProposed(disposition), explanation};
}

/** What kept a question from its reply. */
export function stopOfQuestion(error: Stop | ModelTrouble): StoppedBy {
	if (error instanceof Stop) return error.guard;
	return ({user: 'authentication', limit: 'limit', service: 'service', request: 'rejected'} as const)[
		error.traits.about
	];
}
