import type {ClosingPlace} from '../../run/closing/choices.ts';
import {confirm} from '../app/dialog.ts';
import {notify, only} from '../app/state.ts';
import {applyQuestion} from './apply-question.ts';
import {openClosing} from './closing/dialog.ts';
import {canDecide, type ReviewReason} from './reasons.ts';
import type {ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';
import {hasWritten} from './written-runs.ts';

/** How a plan is written. */
type WriteWay = {
	/** Among the hints. */
	word: string;
	/** What the key does. */
	does: string;
	/** Why no next steps are offered; null if they are. */
	noSteps: ReviewReason;
	/** Asks before anything is written. @param at when, in milliseconds */
	ask: (state: ReviewState, at: number) => ReviewStep;
};

const ways: Readonly<Record<ClosingPlace, WriteWay>> = {
	worktree: {
		word: 'write',
		does: 'writes the files',
		noSteps: state => hasWritten(state) ?? canDecide(state),
		ask: (state, at) => {
			const question = applyQuestion(state);
			return only(question ? confirm(state, question, at) : notify(state, 'nothing to write'));
		},
	},
	host: {
		word: 'commit',
		does: 'commits on GitHub',
		// Replies can be about what others have committed.
		noSteps: canDecide,
		ask: (state, at) =>
			state.index.standing.ready > 0 ? openClosing(state, at) : only(notify(state, 'nothing to commit')),
	},
};

export const writeWay = ({closing}: ReviewState): WriteWay => ways[closing.presets.place];
