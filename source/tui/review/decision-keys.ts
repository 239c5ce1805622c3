import {first} from '../app/keymap.ts';
import {changesToDecline, hasUndecided, whyNotDeclined} from './decline.ts';
import {canReply} from './delivery/own-replies.ts';
import {inGroup} from './key-group.ts';
import {orInRange, rowsInRange} from './range.ts';
import {
	canDecide,
	canEdit,
	canMerge,
	canOpen,
	hasDecided,
	hasModel,
	hasSides,
	hasTarget,
	isFree,
	isLeft,
	isThere,
} from './reasons.ts';
import {areDecided, atRest, selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** Whether the key that decides undoes its decision. */
const isDecided = (state: ReviewState): boolean => {
	const selection = selectionOf(state);
	return selection !== null && areDecided(selection, state);
};

function hasChangeToDecline(state: ReviewState): boolean {
	const selection = selectionOf(state);
	return selection !== null && changesToDecline(selection, state).length > 0;
}

/** The hint for one finding or, with a range, how many it is about. */
const orOfMany =
	(verb: string, one: (state: ReviewState) => string) =>
	(state: ReviewState): string => {
		const many = rowsInRange(state).length;
		return many > 0 ? `${verb} ${many}` : one(state);
	};

export const decisionKeys = inGroup('decide', {
	choose: {
		keys: ['space'],
		help: 'apply finding or conflict side; again: undecide',
		hint: orOfMany('apply', state => (isDecided(state) ? 'undecide' : 'apply')),
		disabled: first(canDecide, orInRange(hasTarget, isThere)),
	},
	decline: {
		keys: ['x'],
		help: 'decline or mark as done, with a reason',
		hint: orOfMany('decline', state => (hasChangeToDecline(state) ? 'decline' : 'nothing to do')),
		disabled: first(canDecide, orInRange(whyNotDeclined, hasUndecided)),
	},
	'select-range': {
		keys: ['V'],
		help: 'select findings from here; again: end',
		disabled: first(isThere, canDecide),
	},
	'next-side': {
		keys: ['right', 'l'],
		help: 'next side or change',
		hint: 'other side',
		disabled: first(isThere, hasSides),
	},
	'previous-side': {
		keys: ['left', 'h'],
		help: 'previous side or change',
		disabled: first(isThere, hasSides),
	},
	both: {keys: ['b'], help: 'merge both sides', hint: 'both', disabled: first(canDecide, canMerge)},
	edit: {
		keys: ['e'],
		help: 'edit the change or the lines, and apply',
		hint: 'edit',
		disabled: first(canDecide, canEdit),
	},
	'write-reply': {
		keys: ['R'],
		help: 'write a reply to the thread',
		disabled: first(canDecide, canReply),
	},
	open: {
		keys: ['E'],
		help: 'open the file in your editor',
		disabled: first(canDecide, canOpen),
	},
	ask: {
		keys: ['m'],
		help: 'send finding to the model',
		hint: 'send to model',
		disabled: first(hasModel, isThere, canDecide, isFree, isLeft),
	},
	'choose-visible': {keys: ['a'], help: 'apply all listed without conflict', disabled: canDecide},
	'decline-visible': {
		keys: ['X'],
		help: 'decline all listed, with a reason',
		disabled: first(canDecide, hasUndecided),
	},
	'undo-decision': {
		keys: ['z'],
		help: 'undo decision, also of earlier runs',
		hint: state => (atRest(state).length > 0 ? 'reconsider' : 'undo'),
		disabled: first(canDecide, hasDecided),
	},
	'redo-decision': {
		keys: ['Z'],
		help: 'redo decision',
		disabled: first(canDecide, ({history}) => (history.future.length > 0 ? null : 'nothing to redo')),
	},
});
