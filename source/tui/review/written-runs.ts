import {undoCommand} from '../../delivery/publish/report-publication.ts';
import {keyTo, type Reason} from '../app/keymap.ts';
import type {ReviewState} from './state.ts';

export const hasWritten: Reason<ReviewState> = ({runs, undone}) => {
	if (runs.length > 0) return null;
	return undone ? 'all runs are undone' : 'nothing was written yet';
};

/** Whether the review can undo its latest run: a push is not undone by a key. */
export const canUndoRun: Reason<ReviewState> = state => {
	const latest = state.runs.at(-1);
	return latest?.isPushed ? `it is pushed; undo it with: ${undoCommand(latest.id, true)}` : hasWritten(state);
};

/** Names the key that undoes the latest run; empty if there is none to undo. */
export const undoRunHint = (state: ReviewState): string =>
	canUndoRun(state) === null ? `; press ${keyTo(state, 'undo')} to undo the run` : '';

/** Why a change that a run has written cannot be decided on. */
export const alreadyWritten = (state: ReviewState): string => `already written${undoRunHint(state)}`;
