import {safe} from '../../text/safe.ts';
import {type Line, line, span, wrapLine} from '../text/line.ts';
import type {AppState, Notice} from './state.ts';

/** Messages that can be read again. */
const keptMessages = 20;

const isSame = (a: Notice | undefined, b: Notice) => a?.text === b.text && a.tone === b.tone;

/** The state with its message among the latest ones; one that comes again is there once. */
export function withMessage<State extends Pick<AppState, 'notice' | 'messages'>>(state: State): State {
	const {notice, messages} = state;
	if (notice === null || isSame(messages.at(-1), notice)) return state;
	return {...state, messages: [...messages, notice].slice(-keptMessages)};
}

/** The latest messages, the last one first. */
export function messageLines({messages}: Pick<AppState, 'messages'>, width: number): Line[] {
	if (messages.length === 0) return [line('no message so far', 'quiet')];
	return messages.toReversed().flatMap(({text, tone}) => wrapLine([span(safe(text), tone)], width, '  '));
}
