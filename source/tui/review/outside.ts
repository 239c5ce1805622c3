import type {OutsideLook} from '../../run/session/outside.ts';
import {count, someNames} from '../../text/sentences.ts';
import {keyTo} from '../app/keymap.ts';
import {isDue, withAnswer} from '../app/outside.ts';
import {doing, notify, only} from '../app/state.ts';
import type {ReviewHandler} from './actions.ts';
import type {ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';

/** Looks at the files and, at most once a minute, at the pull request, unless the app is busy or asks something. */
export const lookOutside: ReviewHandler = (state, at) => {
	const {stage, dialog, outside, run} = state;
	if (stage !== 'open' || dialog !== null) return only(state);
	const isOnHost = run.pullRequest?.source.kind === 'host';
	const asksHost = isOnHost && isDue(outside, at);
	const next = asksHost ? {...state, outside: {...outside, askedAt: at}} : state;
	return doing(next, {type: 'look-outside', asksHost});
};

/** Says what has changed. Files that have are read again, unless the user does something else by now. */
export function seenOutside(state: ReviewState, {files, moved, news: found}: OutsideLook): ReviewStep {
	const {outside, stage, dialog} = state;
	const answered = withAnswer(outside, found);
	const {news} = answered;
	const isFree = stage === 'open' && dialog === null;
	const changed = isFree && files.length > 0 ? [`read again: ${someNames(files, 3)} changed on disk`] : [];
	const switched =
		moved !== null && moved !== outside.moved ? [`${moved}; ${keyTo(state, 'apply')} asks before it writes there`] : [];
	const many = count(news, 'new review or comment', 'new reviews or comments');
	const arrived = news > outside.news ? [`${many}; press ${keyTo(state, 'reload')} to read`] : [];
	const said = [...changed, ...switched, ...arrived].join('; ');
	const next = {...state, outside: {...answered, moved}};
	if (changed.length > 0) return doing({...next, stage: 'planning'}, {type: 'look', said});
	return only(said === '' ? next : notify(next, said, switched.length > 0 ? 'warning' : 'plain'));
}
