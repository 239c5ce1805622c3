import type {ComponentType} from 'react';
import type {Theme} from '../settings/app-rows.ts';
import type {OwnKeys} from '../settings/own-keys.ts';
import type {AppOf} from './app/app.ts';
import type {Size} from './app/layout.ts';
import type {AppProps} from './app/use-app.ts';

/** How an app is drawn, and what it reacts to. */
export type Screen = {
	/** Whether the app uses the alternate screen; otherwise it draws at the cursor. */
	isFullscreen: boolean;
	isColoured: boolean;
	theme: Theme;
	keys: OwnKeys;
	/** Whether the app reacts to the mouse. */
	hasMouse: boolean;
	platform: string;
};

export type DrawnApp<State extends {size: Size}, Action, Effect> = AppOf<State, Action, Effect> & {
	/** Loads the component with Ink, which takes longer than everything loaded before. */
	load: () => Promise<ComponentType<AppProps<State, Action>>>;
	/** Whether each read of the keyboard must give one key, as Ink's menus need. */
	isKeyByKey: boolean;
};
