import {interruptionIn} from '../../../run/records/interruption.ts';
import {stopped, troubleOf} from '../../app/effects.ts';
import {openPage} from '../../app/page.ts';
import {notify, notifyTrouble, retriedBy} from '../../app/state.ts';
import type {ReviewState} from '../state.ts';
import {unsentNote, withoutSent} from './own-replies.ts';
import {withoutStepQuestion} from './steps-page.ts';
import {withEnd} from './view.ts';
import {endNotice, needsReading} from './words.ts';

/** The review after the steps ended. @param failure what cut them; null if they came to their end */
export function afterDelivery(state: ReviewState, failure: unknown): ReviewState {
	const left = interruptionIn(failure);
	const delivery = withEnd(state.delivery, state.run, left);
	const next = withoutSent({...withoutStepQuestion(state), delivery});
	if (left) return notifyTrouble({...next, dialog: next.dialog ?? openPage('delivery')}, stopped);
	if (failure !== null) return notifyTrouble(next, retriedBy(troubleOf(failure), 'closing'));
	const unsent = state.delivery.ticked.has('reply') ? unsentNote(next) : '';
	const end = endNotice(state.run);
	const told = unsent === '' ? {...next, notice: end} : notify(next, `${end.text}; ${unsent}`, 'warning');
	return needsReading(state.run, delivery.seen) && !state.dialog ? {...told, dialog: openPage('delivery')} : told;
}
