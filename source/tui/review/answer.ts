import {readFilter} from '../../run/filter/query.ts';
import {namesOf} from '../../system/by-name.ts';
import {bindingOf} from '../app/keymap.ts';
import {turnPage} from '../app/page.ts';
import {answerDialog} from '../app/question.ts';
import {pageHeight} from '../app/said-rows.ts';
import {doing, leave, only, withoutNotice} from '../app/state.ts';
import {press} from '../app/update.ts';
import {paste, typeKey} from '../widgets/field.ts';
import {switchLimit} from './apply-question.ts';
import {askAll, withoutModel} from './asking.ts';
import {commands} from './commands.ts';
import {decline, declineListed} from './decline.ts';
import {answerDelivery} from './delivery/dialog.ts';
import {answerStep} from './delivery/pages.ts';
import {codeKeys} from './diff-commands.ts';
import {completeFilter} from './filter-prompt.ts';
import {answerWords, askWords, declineForGood, switchReason} from './for-good.ts';
import {beginAgain, goOn} from './kept-work.ts';
import {type Command, keymap} from './keymap.ts';
import {answerLink} from './link-prompt.ts';
import {isVerifying} from './reasons.ts';
import {toFile} from './result-diff.ts';
import {answerSearch, searchFor} from './search.ts';
import type {ReviewDialog, ReviewField, ReviewPage, ReviewQuestion, ReviewState} from './state.ts';
import {askModel, type ReviewStep, relist} from './steps.ts';

type Confirmed = Extract<ReviewDialog, {kind: 'confirm'}>;

/** A key while a dialog is open, which takes all keys. */
export function answer(state: ReviewState, dialog: ReviewDialog, key: string, at: number): ReviewStep {
	switch (dialog.kind) {
		case 'confirm':
			return answerQuestion(state, dialog, key, at);
		case 'field':
			return answerField(state, dialog, key, at);
		case 'checklist':
			return answerDelivery(state, dialog, key, at);
		case 'page':
			return turnReviewPage(state, dialog, key, at);
	}
}

function turnReviewPage(state: ReviewState, page: ReviewPage, key: string, at: number): ReviewStep {
	const {resultDiff} = state;
	if (page.page === 'diff' && resultDiff) {
		if (key === 'n' || key === 'N') return only({...state, dialog: toFile(page, resultDiff, key === 'n' ? 1 : -1)});
		const command = bindingOf(keymap, state, key)?.command;
		if (command === 'diff') return only(closedPage(state, page, at));
		if (command !== undefined && pageCommands.includes(command)) return press({keymap, commands}, state, key, at);
	}
	if (page.page === 'delivery' && (key === 'x' || bindingOf(keymap, state, key)?.command === 'stop-verifying')) {
		return isVerifying(state) === null ? commands['stop-verifying'](state, at) : only(state);
	}
	const turned = turnPage(page, key, pageHeight(state));
	return only(turned ? {...state, dialog: turned} : closedPage(state, page, at));
}

/** A question that the page was opened from is asked again. @param at when, in milliseconds */
const closedPage = (state: ReviewState, {page, over}: ReviewPage, at: number): ReviewState => ({
	...state,
	dialog: over ? {...over, at} : null,
	delivery: page === 'delivery' ? {...state.delivery, seen: state.run} : state.delivery,
});

/** Commands that work on the page with the diff as everywhere. */
const pageCommands: readonly Command[] = [...namesOf(codeKeys), 'pager'];

const closedQuestion = (state: ReviewState): ReviewState => ({...state, dialog: null});

function answerQuestion(state: ReviewState, dialog: Confirmed, key: string, at: number): ReviewStep {
	return answerDialog(state, dialog, key, at, (closed, what, answer): ReviewStep => {
		const {yes, no = only} = answers[what];
		if (answer !== 'offer') return (answer === 'y' ? yes : no)(closed);
		return what === 'apply' && key === 'f' ? switchLimit(closed) : takeOffer(closed, dialog, key, at);
	});
}

/** A page returns to its question. */
function takeOffer(closed: ReviewState, question: Confirmed, key: string, at: number): ReviewStep {
	const step = press({keymap, commands}, closed, key, at);
	const {dialog} = step.state;
	return dialog?.kind === 'page' ? {...step, state: {...step.state, dialog: {...dialog, over: question}}} : step;
}

type Answered = (state: ReviewState) => ReviewStep;

/** What the answers do, with the question closed; a no does nothing unless it is listed. */
const answers: Readonly<Record<ReviewQuestion['what'], {yes: Answered; no?: Answered}>> = {
	apply: {
		yes: state => {
			const {planned} = state;
			return planned ? doing({...state, stage: 'writing'}, {type: 'apply', planned}) : only(state);
		},
	},
	undo: {
		yes: state => {
			const run = state.runs.at(-1);
			return run ? doing({...state, stage: 'undoing'}, {type: 'undo', run: run.id}) : only(state);
		},
	},
	quit: {yes: state => leave(state, false)},
	ask: {yes: askModel},
	'ask-all': {yes: askAll, no: withoutModel},
	'go-on': {yes: goOn, no: beginAgain},
	step: {yes: state => answerStep(state, true), no: state => answerStep(state, false)},
	'for-good': {yes: declineForGood, no: state => only({...state, forGood: null})},
};

function answerField(state: ReviewState, dialog: ReviewField, key: string, at: number): ReviewStep {
	const {purpose, field} = dialog;
	if (purpose === 'link') return answerLink(state, dialog, key);
	if (purpose === 'search') return answerSearch(state, dialog, key);
	if (purpose === 'words') return answerWords(state, dialog, key, at);
	if (key === 'escape') {
		return only(closedQuestion(purpose === 'filter' ? relist({...state, filter: state.beforeFilter.text}) : state));
	}
	if (purpose === 'filter' && key === 'tab') return only(typeFilter({...state, dialog: completeFilter(dialog, state)}));
	if (key === 'tab' && (purpose === 'reason' || purpose === 'reason-always'))
		return only({...state, dialog: switchReason(state, dialog)});
	// What is wrong stays beside the prompt.
	if (purpose === 'filter' && key === 'enter' && readFilter(state.filter).fault !== null) return only(state);
	if (key !== 'enter') return only(typeFilter({...state, dialog: {...dialog, field: typeKey(field, key)}}));
	const text = field.text.trim();
	if (purpose === 'reason-always') return askWords(state, text);
	if (purpose === 'reason') return decline(closedQuestion(state), text);
	if (purpose === 'reason-for-all') return declineListed(closedQuestion(state), text);
	if (purpose === 'file' && text !== '') return save(closedQuestion(state), text);
	return only(closedQuestion(state));
}

/** Pastes a text into the open field, if any. */
export function pasteText(state: ReviewState, text: string): ReviewState {
	const {dialog} = state;
	if (dialog?.kind !== 'field') return state;
	return typeFilter({...state, dialog: {...dialog, field: paste(dialog.field, text)}});
}

/** Filters the list while the filter is typed, and finds what is searched for. */
function typeFilter(state: ReviewState): ReviewState {
	const {dialog} = state;
	return dialog?.kind === 'field' && dialog.purpose === 'filter'
		? relist({...state, filter: dialog.field.text})
		: searchFor(state);
}

function save(state: ReviewState, file: string): ReviewStep {
	const {run, history, saved} = state;
	const replaces = file === saved.file;
	return doing(withoutNotice(state), {type: 'save', decisions: history.now, findings: run.findings, file, replaces});
}
