import type {Decision} from '../../resolve/decision.ts';
import {authorsOf, isPlaced, type Proposal} from '../../resolve/proposal.ts';
import {count, sentences} from '../../text/sentences.ts';
import {first, keyTo} from '../app/keymap.ts';
import {doing, notify, only} from '../app/state.ts';
import {fieldOf} from '../widgets/field.ts';
import type {ReviewHandler} from './actions.ts';
import {list} from './arrangement.ts';
import {type DecisionHistory, type Decisions, decide, redoDecision, undoDecision} from './decisions.ts';
import {changesToDecline, hasUndecided, undecidedIn, whyNotDeclined} from './decline.ts';
import {canReply, editReply} from './delivery/own-replies.ts';
import {draftOf, linesToEdit, placeToOpen} from './draft.ts';
import {reasonField} from './for-good.ts';
import {inGroup} from './key-group.ts';
import {changesBetween} from './notices.ts';
import {orInRange, rowsForAll, rowsInRange, switchRange} from './range.ts';
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
import {areDecided, atRest, decisionOn, idsOf, mergeOf, selectionOf, targetsOf} from './selection.ts';
import type {ReviewState} from './state.ts';
import {type ReviewStep, replan} from './steps.ts';

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

export const decisionCommands = {
	choose: orInRange(chooseOne, chooseVisible),
	'choose-visible': chooseVisible,
	decline: orInRange(askDecline, askDeclineListed),
	'decline-visible': askDeclineListed,
	'select-range': switchRange,
	both: mergeSides,
	edit: state => {
		const lines = linesToEdit(state);
		if ('reason' in lines) return only(state);
		return doing(state, {type: 'edit', draft: draftOf(lines, state), subject: lines.subject});
	},
	'write-reply': editReply,
	open: state => {
		const place = placeToOpen(state);
		return 'reason' in place ? only(state) : doing(state, {type: 'open', ...place});
	},
	'undo-decision': state => takeUp(state) ?? stepTo(state, undoDecision(state.history), 'undone'),
	'redo-decision': state => stepTo(state, redoDecision(state.history), 'redone'),
} satisfies Record<string, ReviewHandler>;

function askDecline(state: ReviewState): ReviewStep {
	const label = hasChangeToDecline(state) ? 'Reason (optional)' : 'Reason (optional) for "read, nothing to do"';
	return only({...state, dialog: reasonField(state, label, fieldOf(''))});
}

function askDeclineListed(state: ReviewState): ReviewStep {
	const label = `Decline ${count(undecidedIn(state).length, 'finding')}, reason (optional)`;
	return only({...state, dialog: {kind: 'field', purpose: 'reason-for-all', label, field: fieldOf('')}});
}

/** Undoes a decline or a reversal of an earlier run; null if none is selected. */
function takeUp(state: ReviewState): ReviewStep | null {
	const findings = atRest(state);
	if (findings.length === 0) return null;
	const made = findings.map(
		({id, bodyHash}): Decision => ({
			...{finding: id, action: 'reconsider', reason: null},
			...{text: null, bodyHash, by: 'person'},
		}),
	);
	const told = `taken up again; press ${keyTo(state, 'undo-decision')} to undo`;
	return replan(notify(decide(state, made), told, 'good'));
}

/** Goes to other decisions and shows which ones changed. */
function stepTo(state: ReviewState, history: DecisionHistory, what: string): ReviewStep {
	const text = `${what}: ${changesBetween(state.history.now, history.now, state.index)}`;
	return replan(notify({...state, history}, text));
}

function chooseOne(state: ReviewState): ReviewStep {
	const selection = selectionOf(state);
	if (!selection) return only(state);
	const {now} = state.history;
	const {finding, cluster} = selection;
	const targets = targetsOf(selection).map(({proposal}) => proposal);
	const made = areDecided(selection, state) ? [] : targets.flatMap(proposal => decisionsFor(proposal, now));
	// Only one side of a conflict is chosen: decisions on the others are dropped.
	const sides = cluster?.group ? cluster.sides.map(({proposal}) => proposal) : [];
	// A finding that was set aside has no change.
	const without = targets.length > 0 ? [...targets, ...sides].flatMap(idsOf) : [finding.id];
	const next = decide(state, made, without);
	return replan(state.goesOn && made.length > 0 ? list.move(next, 1) : next);
}

/** To apply a change: as it was edited, if it was. */
function decisionsFor(proposal: Proposal, now: Decisions): Decision[] {
	const edits = idsOf(proposal)
		.flatMap(id => now.get(id) ?? [])
		.filter(({action}) => action === 'edit');
	return edits.length > 0 ? edits : [decisionOn(proposal, {action: 'apply'})];
}

function chooseVisible(state: ReviewState): ReviewStep {
	const rulings = new Set(rowsForAll(state).flatMap(({id}) => state.index.judged.get(id)?.rulings ?? []));
	const {now} = state.history;
	const free = [...rulings].filter(
		({proposal, outcome}) =>
			outcome !== 'applied' &&
			isPlaced(proposal) &&
			!state.groups.has(proposal.change.id) &&
			!idsOf(proposal).some(id => now.has(id)),
	);
	// A key that applies all must not apply what the rules leave to a person, such as changes by people without a role.
	const left = free.filter(({outcome}) => outcome === 'needs-person');
	const taken = free.filter(({outcome}) => outcome !== 'needs-person');
	const [first] = left;
	const rest = first ? `${count(left.length, 'change')} skipped: ${first.reason}` : '';
	if (taken.length === 0) {
		const where = rowsInRange(state).length === 0 ? 'list' : 'range';
		return only(notify(state, rest || `every change in this ${where} is decided`));
	}
	const made = taken.map(({proposal}) => decisionOn(proposal, {action: 'apply'}));
	const done = `${count(made.length, 'change')} chosen; press ${keyTo(state, 'undo-decision')} to undo`;
	return replan(notify({...decide(state, made), range: null}, sentences(done, rest), 'good'));
}

function mergeSides(state: ReviewState): ReviewStep {
	const merge = mergeOf(state);
	if ('reason' in merge) return only(state);
	const {kept, merged, lines} = merge.both;
	const made = [
		decisionOn(kept, {action: 'edit', text: lines.map(line => `${line}\n`).join('')}),
		decisionOn(merged, {action: 'decline', reason: `merged into ${authorsOf(kept)}'s change`}),
	];
	return replan(decide(state, made, [kept, merged].flatMap(idsOf)));
}
