import {pageHeight, turnPage} from '../app/page.ts';
import {typeKey} from '../widgets/field.ts';
import {askAll, withoutModel} from './asking.ts';
import {asList, record, withDecisions} from './decisions.ts';
import {settleMs} from './dialogs.ts';
import {beginAgain, goOn} from './kept.ts';
import {press} from './press.ts';
import {decisionOn, idsOf, selectionOf, targetsOf} from './selection.ts';
import type {Dialog, Question, ReviewState} from './state.ts';
import {askModel, only, type ReviewStep, relist, replan, tell} from './steps.ts';

type Of<Kind extends Dialog['kind']> = Extract<Dialog, {kind: Kind}>;

/** A key while a dialog is open: it swallows all of them. */
export function answer(state: ReviewState, dialog: Dialog, key: string, at: number): ReviewStep {
	if (dialog.kind === 'confirm') return answerQuestion(state, dialog, key, at);
	if (dialog.kind === 'field') return answerField(state, dialog, key);
	return only({...state, dialog: turnPage(dialog, key, pageHeight(state.size))});
}

const closed = (state: ReviewState): ReviewState => ({...state, dialog: null});

function answerQuestion(
	state: ReviewState,
	{question, at: openedAt}: Of<'confirm'>,
	key: string,
	at: number,
): ReviewStep {
	if (at - openedAt < settleMs) return only(state);
	if (question.offers?.includes(key)) return press(closed(state), key, at);
	// Any other key is no answer.
	const said = ['enter', 'escape', 'q'].includes(key) ? (question.safe ?? 'n') : key;
	if (said === 'y') return carryOut(closed(state), question.what);
	if (said !== 'n') return only(state);
	return refuse(closed(state), question.what);
}

function refuse(state: ReviewState, what: Question['what']): ReviewStep {
	if (what === 'go-on') return beginAgain(state);
	return what === 'ask-all' ? withoutModel(state) : only(state);
}

function carryOut(state: ReviewState, what: Question['what']): ReviewStep {
	switch (what) {
		case 'apply':
			return state.planned
				? {state: {...state, stage: 'writing'}, effects: [{type: 'apply', planned: state.planned}]}
				: only(state);
		case 'undo': {
			const run = state.runs.at(-1);
			return run ? {state: {...state, stage: 'undoing'}, effects: [{type: 'undo', run: run.id}]} : only(state);
		}
		case 'quit':
			return {state, effects: [{type: 'quit', isInterrupted: false}]};
		case 'ask':
			return askModel(state);
		case 'ask-all':
			return askAll(state);
		case 'go-on':
			return goOn(state);
	}
}

function answerField(state: ReviewState, dialog: Of<'field'>, key: string): ReviewStep {
	const {purpose, field} = dialog;
	if (key === 'escape') return only(closed(purpose === 'filter' ? relist({...state, filter: ''}) : state));
	if (key !== 'enter') return only(typeFilter({...state, dialog: {...dialog, field: typeKey(field, key)}}));
	const text = field.text.trim();
	if (purpose === 'reason') return decline(closed(state), text);
	if (purpose === 'file' && text !== '') return save(closed(state), text);
	return only(closed(state));
}

/** The list follows while a filter is typed. */
export function typeFilter(state: ReviewState): ReviewState {
	const {dialog} = state;
	return dialog?.kind === 'field' && dialog.purpose === 'filter'
		? relist({...state, filter: dialog.field.text})
		: state;
}

function decline(state: ReviewState, reason: string): ReviewStep {
	const selection = selectionOf(state);
	if (!selection) return only(state);
	const targets = targetsOf(selection).map(({proposal}) => proposal);
	const made = targets.map(proposal => decisionOn(proposal, {action: 'decline', reason: reason || null}));
	const history = record(state.history, withDecisions(state.history.now, made, targets.flatMap(idsOf)));
	return replan({...state, history});
}

function save(state: ReviewState, file: string): ReviewStep {
	const {now: decisions} = state.history;
	const replaces = file === state.saved.file;
	return {
		state: tell(state, null),
		effects: [{type: 'save', decisions, list: asList(decisions), findings: state.run.findings, file, replaces}],
	};
}
