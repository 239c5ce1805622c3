import {wrap} from '../../text/wrap.ts';
import {type PlacedHint, placedHints} from '../app/hints.ts';
import {type Line, line} from '../text/line.ts';
import {keymap} from './keymap.ts';
import type {ReviewState} from './state.ts';

/** Until the pull request of the current branch is found: maybe there is none, so nothing looks like a review yet. */
export const isSeeking = ({isNamed, stage, run, progress, dialog}: ReviewState): boolean =>
	!isNamed && stage === 'loading' && run.pullRequest === null && progress === null && dialog === null;

export const seekingLines = ({size}: ReviewState): Line[] =>
	wrap('Looking for the pull request of the current branch...', size.columns - 2).map(text => line(text));

/** Keys that work without a pull request. */
const appKeymap = keymap.filter(({group}) => group === 'app');

/** The hints of the last line. */
export const reviewHints = (state: ReviewState): PlacedHint[] =>
	placedHints(isSeeking(state) ? appKeymap : keymap, state);
