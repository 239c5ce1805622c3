import type {Ruling} from '../../resolve/decide.ts';
import {authorsOf, type Proposal} from '../../resolve/proposal.ts';
import {aliasOf} from '../../settings/providers.ts';
import {safe} from '../../text/safe.ts';
import {reviewerOf} from './rows.ts';

/** The model that made a change, as `openai gpt-6-luna`; null where reviewers wrote it. */
export function modelOf({change: {model}}: Proposal): string | null {
	return model ? safe(`${aliasOf(model.provider)} ${model.model}`) : null;
}

/** Who a change is by: the model that made it, else the reviewers who ask for it. */
export const authorOf = (proposal: Proposal): string => safe(authorsOf(proposal));

/** Where it comes from: what reviewers wrote, or whose comment a model was asked about and how sure it is. */
export function originOf(proposal: Proposal): string {
	const {from, confidence, model} = proposal.change;
	if (!model) return from;
	return `for ${reviewersOf(proposal)}'s comment, confidence ${Math.round(confidence * 100)}%`;
}

const reviewersOf = ({findings}: Proposal) => [...new Set(findings.map(reviewerOf))].join(', ');

/** The models by which changes are going to be made, and how many changes. */
export function modelsIn(rulings: readonly Ruling[]): {changes: number; models: string[]} {
	const made = rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? (modelOf(proposal) ?? []) : []));
	return {changes: made.length, models: [...new Set(made)]};
}

/** Whether what is made of a finding is by a model, be it in part. */
export const isByModel = (rulings: readonly Ruling[]) =>
	rulings.some(({outcome, proposal}) => (outcome === 'apply' || outcome === 'applied') && modelOf(proposal) !== null);
