import {keyTo} from '../app/keymap.ts';
import {notify, only} from '../app/state.ts';
import type {EditResult} from '../editor.ts';
import {decide} from './decisions.ts';
import {type DraftSubject, decisionBy, subjectId} from './draft.ts';
import {idsOf} from './selection.ts';
import type {ReviewState} from './state.ts';
import {type ReviewStep, replan} from './steps.ts';

/** What an edit decides. Lines without their marks are kept for another try. */
export function takeEdit(state: ReviewState, subject: DraftSubject, result: EditResult): ReviewStep {
	const {now} = state.history;
	const id = subjectId(subject);
	if (result.kind === 'unchanged') return only(notify({...state, refusedEdit: null}, 'no edit was made'));
	if (result.kind === 'refused') {
		const text = `the marks around the lines were changed; press ${keyTo(state, 'edit')} to try again with what you wrote`;
		return only(notify({...state, refusedEdit: {id, lines: result.lines}}, text, 'bad'));
	}
	const next = {...state, refusedEdit: null};
	const made = decisionBy(subject, result.lines);
	if (!made && !now.has(id)) return only(notify(next, 'no edit was made'));
	const without = [id, ...(subject.proposal ? idsOf(subject.proposal) : [])];
	const told = made ? next : notify(next, 'the lines are as in the file: the edit is dropped');
	return replan(decide(told, made ? [made] : [], without));
}
