import type {Ruling} from '../../resolve/decide.ts';
import {authorsOf, type Proposal} from '../../resolve/proposal.ts';
import {isPersonsEdit} from '../../review/finding.ts';
import {aliasOf} from '../../settings/providers.ts';
import {safe} from '../../text/safe.ts';
import {reviewerOf} from './rows.ts';

/** The model that made a change, as `openai gpt-6-luna`; null if reviewers wrote it. */
export function modelOf({change: {model}}: Proposal): string | null {
	return model ? safe(`${aliasOf(model.provider)} ${model.model}`) : null;
}

export const authorOf = (proposal: Proposal): string =>
	isByPerson(proposal) ? 'you' : (modelOf(proposal) ?? safe(authorsOf(proposal)));

export const isByPerson = ({change}: Proposal) => isPersonsEdit(change);

/** The origin of a change: the kind of code, or the comment that a person or a model answered, with the model's confidence. */
export function originWords(proposal: Proposal): string {
	const {from, confidence, model} = proposal.change;
	if (isByPerson(proposal)) return `for ${reviewersOf(proposal)}'s comment`;
	if (!model) return from;
	return `for ${reviewersOf(proposal)}'s comment, confidence ${Math.round(confidence * 100)}%`;
}

const reviewersOf = ({findings}: Proposal) => [...new Set(findings.map(reviewerOf))].join(', ');

/** The models of the changes that will be applied, and the number of these changes. */
export function modelsIn(rulings: readonly Ruling[]): {changes: number; models: string[]} {
	const made = rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? (modelOf(proposal) ?? []) : []));
	return {changes: made.length, models: [...new Set(made)]};
}

/** Whether a model made any of the applied changes. */
export const isByModel = (rulings: readonly Ruling[]) =>
	rulings.some(({outcome, proposal}) => (outcome === 'apply' || outcome === 'applied') && modelOf(proposal) !== null);
