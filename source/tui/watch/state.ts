import type {WatchEvent} from '../../run/watch/events.ts';
import type {Watched} from '../../run/watch/watch.ts';
import type {WatchState} from '../../run/watch/watch-state.ts';
import type {Confirm} from '../app/dialog.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Page} from '../app/page.ts';
import type {AppState} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';

type WatchDialog = Confirm<'end'> | Page<'help' | 'messages'>;

/** Times are milliseconds since the epoch. */
export type WatchScreenState = AppState<WatchDialog> & {
	/** Always in the title: names the services if they are not the real ones. */
	banner: string | null;
	watch: WatchState;
	/** What it came to; null until it has ended. */
	watched: Watched | null;
	startedAt: number;
	/** When the metrics of the model requests came. */
	metricsAt: number;
	/** Whether the user has ended it; a write that is on its way is completed first. */
	isEnding: boolean;
	/** First visible line. */
	top: number;
};

/** Times are in milliseconds. */
export type OwnAction = {type: 'watched'; event: WatchEvent; at: number} | {type: 'ended'; watched: Watched};

export type Action = TerminalAction | OwnAction;

export type Effect =
	/** `quit` waits until all work has ended. */
	AppEffect | {type: 'begin'};
