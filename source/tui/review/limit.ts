import {listedFindings} from './apply-question.ts';
import type {ReviewState} from './state.ts';
import {type ReviewStep, replan} from './steps.ts';

/** Limits the question of what to write to the listed findings, or lifts that limit, and asks again with the new plan. */
export function switchLimit(state: ReviewState): ReviewStep {
	return replan({...state, only: state.only === null ? listedFindings(state) : null, wanted: 'apply'});
}

/** A limit ends with its question: all later plans are whole again. */
export function endLimit(step: ReviewStep): ReviewStep {
	const {only, wanted, stage} = step.state;
	const isWriting = stage === 'writing' || stage === 'delivering';
	if (only === null || wanted === 'apply' || isWriting || isQuestionOpen(step.state)) return step;
	const {state, effects} = replan({...step.state, only: null});
	return {state, effects: [...step.effects, ...effects]};
}

function isQuestionOpen({dialog, delivery}: ReviewState): boolean {
	const question = dialog?.kind === 'page' ? dialog.over : dialog;
	// Without a checkout, the list of the steps is the question.
	if (question?.kind === 'checklist') return delivery.presets.place === 'host';
	return question?.kind === 'confirm' && question.question.what === 'apply';
}
