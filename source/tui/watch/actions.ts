import type {WatchEvent} from '../../run/watch/events.ts';
import type {AppEffect} from '../app/effects.ts';
import type {TerminalAction} from '../app/update.ts';

/** Times are in milliseconds. */
export type OwnAction = {type: 'watched'; event: WatchEvent; at: number};

export type Action = TerminalAction | OwnAction;

export type Effect =
	/** `quit` waits until all work has ended. */
	AppEffect | {type: 'begin'};
