import type {Theme} from '../settings/app-rows.ts';
import type {Environment} from '../system/environment.ts';
import {createStore, type Store} from './app/store.ts';
import {backgroundHint} from './background.ts';
import {type Background, type Looks, looksFor} from './theme.ts';
import {colorBits} from './tints.ts';

/** How lines look now; an action is the background that the terminal has. */
export type LiveLooks = Store<{background: Background | null; looks: Looks}, Background>;

type Drawn = {theme: Theme; isColoured: boolean};

/** Whether the looks depend on the terminal's background. */
export const followsBackground = ({theme, isColoured}: Drawn): boolean =>
	isColoured && (theme === 'auto' || theme === 'colorblind');

/** The looks of a theme. Until the terminal reports its background, that in the environment counts. */
export function liveLooks({theme, isColoured}: Drawn, env: Environment): LiveLooks {
	// Without color, named grounds become underlines, and tints nothing.
	const bits = isColoured ? colorBits(env) : 4;
	const on = (background: Background | null) => ({
		background,
		looks: looksFor({background, isColorblind: theme === 'colorblind', bits}),
	});
	const first = theme === 'dark' || theme === 'light' ? theme : backgroundHint(env);
	return createStore<ReturnType<typeof on>, Background, never>(
		on(first),
		(state, background) => ({state: background === state.background ? state : on(background), effects: []}),
		() => {},
	);
}
