import type {Inquiry} from '../../run/asking/asker.ts';
import {count} from '../../text/count.ts';
import {money} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {confirm} from '../app/dialog.ts';
import {doing, notify, only} from '../app/state.ts';
import {line} from '../text/line.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';

/** Whether a person has to be asked before a question leaves: not where nothing does, nor where they said yes to all. */
export const needsConsent = ({model, consent}: ReviewState) =>
	model !== null && 'isHere' in model && !model.isHere && consent !== 'given';

/** Asks whether a model may be asked, about one finding or about all. */
export const asking = (state: ReviewState, what: 'ask' | 'ask-all', inquiry: Inquiry, at: number): ReviewState =>
	confirm(state, questionOf(what, inquiry), at);

/** Asks it about all, before the first question leaves. */
export function offerAsking(state: ReviewState, at: number): ReviewState {
	const {inquiry, stage, wanted, dialog} = state;
	return !inquiry || stage !== 'open' || wanted || dialog ? state : asking(state, 'ask-all', inquiry, at);
}

function questionOf(what: 'ask' | 'ask-all', inquiry: Inquiry): ReviewQuestion {
	const {name, goesTo, questions} = inquiry;
	const where = line(`  This sends comments and the lines around them to ${safe(goesTo)}.`);
	const title = `Send ${count(questions, 'finding')} to ${safe(name)}, ${costOf(inquiry)}?`;
	if (what === 'ask') return {what, title, lines: [where]};
	const without = line('  If you continue without it, m sends one finding at a time.');
	return {what, title, lines: [where, without], words: {yes: 'send', no: 'continue without'}};
}

function costOf({estimateUsd, cost}: Inquiry): string {
	if (cost !== 'pay per use') return cost;
	return estimateUsd === null ? 'at an unknown price' : `for at most about ${money(estimateUsd)}`;
}

export const askAll = (state: ReviewState): ReviewStep =>
	doing({...state, consent: 'given', inquiry: null, stage: 'asking'}, {type: 'ask', finding: null});

export const withoutModel = (state: ReviewState): ReviewStep =>
	only(notify({...state, consent: 'refused', inquiry: null}, 'nothing was sent; m sends one finding'));
