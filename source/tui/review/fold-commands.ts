import {only} from '../app/state.ts';
import type {Commands} from '../app/update.ts';
import {type FoldLine, switchFold} from '../text/folds.ts';
import type {Effect} from './actions.ts';
import {shownDetail} from './detail.ts';
import type {ReviewHandler} from './handler.ts';
import type {Command} from './keymap.ts';
import {foldToClose, foldToOpen} from './shown-folds.ts';
import type {ReviewState} from './state.ts';

/** Lines above a fold that has been scrolled to. */
const linesAboveFold = 2;

/** Opens or closes a fold; below the middle of the window it moves up, so that its text is visible. */
const switching =
	(choose: (state: ReviewState) => FoldLine | null): ReviewHandler =>
	state => {
		const fold = choose(state);
		if (!fold) return only(state);
		const {height} = shownDetail(state);
		const isInView = fold.at >= state.scroll && fold.at < state.scroll + height / 2;
		const scroll = isInView ? state.scroll : Math.max(0, fold.at - linesAboveFold);
		return only({...state, folds: switchFold(state.folds, fold), scroll});
	};

export const foldCommands = {
	unfold: switching(foldToOpen),
	fold: switching(foldToClose),
	'unfold-all': state => only({...state, folds: {areOpen: !state.folds.areOpen, chosen: new Map()}}),
} satisfies Partial<Commands<ReviewState, Effect, Command>>;
