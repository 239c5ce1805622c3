import type {OnWait} from '../code-host/port.ts';
import {waiting} from '../text/waiting.ts';
import type {Context} from './context.ts';

/** Where no events are followed that could show them. */
export const logWaits =
	({log}: Pick<Context, 'log'>): OnWait =>
	({ms, reason}) =>
		log('WARNING', waiting(ms, reason));
