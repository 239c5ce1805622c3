import type {Inquiry} from '../../run/asking/asker.ts';
import {moneyUpTo} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {doing, notify, only} from '../app/state.ts';
import {line} from '../text/line.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';

/** Whether a request needs consent: not if nothing leaves the machine, nor after a yes to all. */
export const needsConsent = ({model, consent}: ReviewState) =>
	model !== null && 'isHere' in model && !model.isHere && consent !== 'given';

/** Asks for consent to send one finding or all. */
export const asking = (state: ReviewState, what: 'ask' | 'ask-all', inquiry: Inquiry, at: number): ReviewState =>
	confirm(state, questionOf(what, inquiry), at);

/** Asks for consent to send all findings, before the first request. */
export function offerAsking(state: ReviewState, at: number): ReviewState {
	const {inquiry, stage, wanted, dialog} = state;
	return !inquiry || stage !== 'open' || wanted || dialog ? state : asking(state, 'ask-all', inquiry, at);
}

function questionOf(what: 'ask' | 'ask-all', inquiry: Inquiry): ReviewQuestion {
	const {name, goesTo, questions} = inquiry;
	const where = line(`  This sends comments and the lines around them to ${safe(goesTo)}.`);
	const title = `Send ${count(questions, 'finding')} to ${safe(name)}, ${estimatedCost(inquiry)}?`;
	if (what === 'ask') return {what, title, lines: [where]};
	const without = line('  If you continue without it, m sends one finding at a time.');
	return {what, title, lines: [where, without], words: {yes: 'send', no: 'continue without'}};
}

function estimatedCost({estimateUsd, cost}: Inquiry): string {
	if (cost !== 'pay per use') return cost;
	return estimateUsd === null ? 'at an unknown price' : moneyUpTo(estimateUsd);
}

export const askAll = (state: ReviewState): ReviewStep =>
	doing({...state, consent: 'given', inquiry: null, stage: 'asking'}, {type: 'ask', finding: null});

export const withoutModel = (state: ReviewState): ReviewStep =>
	only(notify({...state, consent: 'refused', inquiry: null}, 'nothing was sent; m sends one finding'));
