import type {Inquiry} from '../../run/asking/asker.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import {line} from '../text/line.ts';
import {money} from '../widgets/gauges.ts';
import type {Question, ReviewState} from './state.ts';
import {only, type ReviewStep, tell} from './steps.ts';

/** Whether a person has to be asked before a question leaves: not where nothing does, nor where they said yes to all. */
export const needsConsent = ({model, consent}: ReviewState) =>
	model !== null && 'isHere' in model && !model.isHere && consent !== 'given';

/** Asks whether a model may be asked, about one finding or about all. */
export const asking = (state: ReviewState, what: 'ask' | 'ask-all', inquiry: Inquiry, at: number): ReviewState => ({
	...state,
	dialog: {kind: 'confirm', question: questionOf(what, inquiry), at},
});

/** Asks it about all, before the first question leaves. */
export function offerAsking(state: ReviewState, at: number): ReviewState {
	const {inquiry, stage, wanted, dialog} = state;
	return !inquiry || stage !== 'open' || wanted || dialog ? state : asking(state, 'ask-all', inquiry, at);
}

function questionOf(what: 'ask' | 'ask-all', inquiry: Inquiry): Question {
	const {name, goesTo, questions} = inquiry;
	const where = line(`  Comments and the lines around them go to ${safe(goesTo)}.`);
	const title = `Ask ${safe(name)} about ${count(questions, 'finding')}, ${costOf(inquiry)}?`;
	if (what === 'ask') return {what, title, lines: [where]};
	const without = line('  Without it, m asks about one finding at a time.');
	return {what, title, lines: [where, without], words: {yes: 'ask', no: 'go on without'}};
}

function costOf({estimateUsd, cost}: Inquiry): string {
	if (cost !== 'pay per use') return cost;
	return estimateUsd === null ? 'at a price that is not known' : `for about ${money(estimateUsd)}`;
}

export const askAll = (state: ReviewState): ReviewStep => ({
	state: {...state, consent: 'given', inquiry: null, stage: 'asking'},
	effects: [{type: 'ask', finding: null}],
});

export const withoutModel = (state: ReviewState): ReviewStep =>
	only(
		tell(
			{...state, consent: 'refused', inquiry: null},
			{text: 'no model is asked; m asks about one finding', tone: 'plain'},
		),
	);
