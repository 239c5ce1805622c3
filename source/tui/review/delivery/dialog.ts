import {
	type DeliveryTickSet,
	hooksValueOf,
	isOutward,
	requestOf,
	toggleChoice,
	turnHooks,
} from '../../../delivery/choices.ts';
import type {DeliveryChoice} from '../../../settings/delivery-ticks.ts';
import {safe} from '../../../text/safe.ts';
import {type Checklist, itemOfKey, moveInChecklist} from '../../app/checklist.ts';
import {settleMs} from '../../app/dialog.ts';
import type {Hint} from '../../app/keymap.ts';
import {openPage} from '../../app/page.ts';
import {doing, notify, only, withoutNotice} from '../../app/state.ts';
import type {EditorDraft} from '../../draft-file.ts';
import {limitOffer, switchLimit} from '../apply-question.ts';
import type {ReviewState} from '../state.ts';
import {type ReviewStep, reoffer} from '../steps.ts';
import {deliveryItems, isAfterPush, isSignoffRequired, menuOf, tickedWrites, whatOf} from './items.ts';
import {stepsPage} from './pages.ts';
import {withPresets} from './view.ts';

export type DeliveryDialog = Checklist<DeliveryChoice>;

/** Offers the steps after writing, and looks up what each would do now. @param at when, in milliseconds */
export function openDelivery(state: ReviewState, at: number): ReviewStep {
	const {planned} = state;
	if (!planned) return only(state);
	const dialog: DeliveryDialog = {
		...{kind: 'checklist', title: 'What next? Tick what to do.', items: [], cursor: 0, at, offers: []},
	};
	return reoffer({...state, dialog, run: {...state.run, deliveryOffer: null}});
}

/** The open dialog with what is known by now. */
export function settleDelivery(state: ReviewState): ReviewState {
	const {dialog} = state;
	if (dialog?.kind !== 'checklist') return state;
	const settled = {...state, dialog: {...dialog, items: deliveryItems(state), offers: hintsIn(state)}};
	return state.notice?.text === waiting && isLookedUp(state) ? withoutNotice(settled) : settled;
}

const waiting = 'wait until everything is looked up';

const isLookedUp = ({run: {deliveryOffer: offer}}: ReviewState) =>
	offer !== null && [offer.verify, offer.push, offer.threads].every(offered => offered !== null);

/** What is ticked and possible. */
const chosen = (state: ReviewState): DeliveryTickSet =>
	new Set(deliveryItems(state).flatMap(({id, isTicked}) => (isTicked === true ? (menuOf(state).get(id) ?? []) : [])));

/** Whether only a `y` starts it: it writes to the host, or runs code of strangers. */
function needsYes(state: ReviewState, ticked: DeliveryTickSet): boolean {
	const offer = state.run.deliveryOffer;
	if (isOutward(ticked) || !offer) return isOutward(ticked);
	const {verify, hooks} = offer;
	const isStrange = ticked.has('verify') && (whatOf(verify)?.strangers.length ?? 0) > 0;
	const areStrange = ticked.has('commit') && hooks.commit.length > 0 && (hooks.strangers?.length ?? 0) > 0;
	return isStrange || areStrange;
}

function hintsIn(state: ReviewState): Hint[] {
	const ticked = chosen(state);
	return [
		...startHints(state, ticked),
		{key: 'Space', word: 'tick', press: 'space'},
		...(ticked.size === 0 ? [] : [{key: 'Esc', word: 'leave', press: 'escape'}]),
		...(isHostWriting(state) ? limitOffer(state).map(hint => ({...hint, press: hint.key})) : []),
		...(hasReplies(state) ? [{key: 'v', word: 'replies', press: 'v'}] : []),
		...(hasHooks(state) ? [{key: 'h', word: `hooks ${hooksValueOf(state.delivery.presets)}`, press: 'h'}] : []),
		...(hasMessage(state) ? [{key: 'm', word: 'message', press: 'm'}] : []),
		{key: 'w', word: 'keep ticks', press: 'w'},
	];
}

/** Nothing is started before all is looked up. */
function startHints(state: ReviewState, ticked: DeliveryTickSet): Hint[] {
	if (ticked.size === 0) return [{key: 'Enter', word: 'leave'}];
	if (!isLookedUp(state)) return [];
	return [{key: needsYes(state, ticked) ? 'y' : 'Enter', word: 'start'}];
}

/** Without a checkout, the first step writes what is planned. */
const isHostWriting = ({delivery}: ReviewState) => delivery.presets.place === 'host';

/** Whether there is something to read before it is written. */
function hasReplies(state: ReviewState): boolean {
	const writes = tickedWrites(state);
	return writes !== null && (writes.replies.length > 0 || writes.summary !== null);
}

/** Whether hooks are here, and could be run. */
const hasHooks = ({run: {deliveryOffer}, delivery: {presets}}: ReviewState) =>
	presets.hooksHow !== null && deliveryOffer?.hooks.areThere === true;

const hasMessage = ({run: {deliveryOffer}}: ReviewState) => whatOf(deliveryOffer?.commit) !== null;

/** A key while the steps are offered. @param at when it came, in milliseconds */
export function answerDelivery(state: ReviewState, dialog: DeliveryDialog, key: string, at: number): ReviewStep {
	const moved = moveInChecklist(dialog, key);
	if (moved) return only({...state, dialog: moved});
	const item = itemOfKey(dialog, key);
	if (item) return only(toggled({...state, dialog: {...dialog, cursor: dialog.items.indexOf(item)}}, item));
	// It was pressed before the dialog was seen.
	if (at - dialog.at < settleMs) return only(state);
	const ticked = chosen(state);
	switch (key) {
		case 'y':
			return ticked.size === 0 ? only(notify(state, 'nothing is ticked', 'warning')) : start(state, ticked);
		case 'enter':
			if (ticked.size === 0) return only(closed(state));
			if (needsYes(state, ticked)) return only(notify(state, 'y starts it: this leaves your machine', 'warning'));
			return start(state, ticked);
		case 'escape':
		case 'q':
			return only(closed(state));
		case 'v':
			if (!hasReplies(state)) return only(notify(state, 'there is nothing to reply', 'warning'));
			return only({...state, dialog: {...openPage('replies'), over: dialog}});
		case 'f':
			return isHostWriting(state) && limitOffer(state).length > 0 ? switchLimit(closed(state)) : only(state);
		case 'h':
			if (!hasHooks(state)) return only(notify(state, 'there is no hook to run', 'warning'));
			return reoffer(withoutNotice(withPresets(state, turnHooks(state.delivery.presets))));
		case 'm':
			if (!hasMessage(state)) return only(notify(state, 'there is nothing to commit', 'warning'));
			return doing(state, {type: 'edit', draft: messageDraft(state), subject: {what: 'message'}});
		case 'w':
			return doing(state, {type: 'keep-ticks', ticked: state.delivery.ticked});
		default:
			return only(state);
	}
}

const closed = (state: ReviewState): ReviewState => ({...state, dialog: null});

function toggled(state: ReviewState, {id, isTicked}: DeliveryDialog['items'][number]): ReviewState {
	if (isTicked === null) return notify(state, 'this step is not possible', 'warning');
	const canTick = (choice: DeliveryChoice) =>
		deliveryItems(state).some(item => item.id === choice && item.isTicked !== null);
	const {delivery} = state;
	if (id === 'signoff' && isSignoffRequired(state)) {
		const commit = {...delivery.presets.commit, signoff: false};
		return withoutNotice(withPresets(state, {commit}));
	}
	const menu = menuOf(state);
	// What was asked for before a push that is not ticked is not shown as ticked.
	const before = isTicked ? delivery.ticked : delivery.ticked.difference(new Set(menu.get(id)));
	const ticked = toggleChoice(before, id, {menu, canTick, isAfterPush: choice => isAfterPush(choice, state)});
	return withoutNotice({...state, delivery: {...delivery, ticked}});
}

function start(state: ReviewState, ticked: DeliveryTickSet): ReviewStep {
	const {planned, delivery} = state;
	if (!planned || !isLookedUp(state)) return only(notify(state, waiting, 'warning'));
	const next = {...withoutNotice(closed(state)), dialog: stepsPage, stage: 'delivering' as const};
	return doing(next, {type: 'close', planned, request: requestOf(ticked, delivery.presets)});
}

/** The message of the commit for an editor: the user's own text, or the headline that it would have. */
function messageDraft({delivery, refused, run: {deliveryOffer}}: ReviewState): EditorDraft {
	const messages = whatOf(deliveryOffer?.commit)?.messages ?? [];
	const {message} = delivery.presets.commit;
	return {
		// Editors know the name.
		path: 'COMMIT_EDITMSG',
		lines: (message ?? messages[0]?.split('\n')[0] ?? '').split('\n'),
		at: 0,
		kept: refused.get('message') ?? null,
		title: 'The message of the commit; {count}, {files} and {number} are filled in.',
		below: 'The whole message, as it is now, is below.',
		notes: messages.flatMap(each => [...each.trimEnd().split('\n'), '']).map(safe),
	};
}

/** What the editor left is the user's own message; nothing brings the usual one back. */
export function takeMessage(state: ReviewState, text: string): ReviewStep {
	const message = text === '' ? null : text;
	return reoffer(withPresets(state, {commit: {...state.delivery.presets.commit, message}}));
}
