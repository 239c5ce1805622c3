import {wrap} from '../../text/wrap.ts';
import {type PlacedHint, placedHints, placeHints} from '../app/hints.ts';
import {hintsOf} from '../app/keymap.ts';
import {type Line, line} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {ReviewState} from './state.ts';

/** Until the pull request of the current branch is found: maybe there is none, so nothing looks like a review yet. */
export const isSeeking = ({isNamed, stage, run, progress, dialog}: ReviewState): boolean =>
	!isNamed && stage === 'loading' && run.pullRequest === null && progress === null && dialog === null;

export const seekingLines = ({size}: ReviewState): Line[] =>
	wrap('Looking for the pull request of the current branch...', size.columns - 2).map(text => line(` ${text}`));

/** The hints of the last line. */
export const reviewHints = (state: ReviewState): PlacedHint[] =>
	isSeeking(state) ? placeHints(hintsOf(keymap, state).slice(-2), state.size.columns) : placedHints(keymap, state);
