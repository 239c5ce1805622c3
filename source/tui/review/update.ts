import {keptWords} from '../../run/memory/receipt.ts';
import {interruptionIn} from '../../run/records/interruption.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {stopped, troubleOf} from '../app/effects.ts';
import {keyTo} from '../app/keymap.ts';
import {pointAtList} from '../app/list.ts';
import {doing, leave, notify, notifyTrouble, only, retriedBy} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import type {Action, ActionOf, Effect, OwnAction} from './actions.ts';
import {answer, pasteText} from './answer.ts';
import {endLimit} from './apply-question.ts';
import {list, lookAtDetail, withSeen} from './arrangement.ts';
import {asking, offerAsking} from './asking.ts';
import {reviewHints} from './bars.ts';
import {commands} from './commands.ts';
import {decide, historyOf} from './decisions.ts';
import {openDelivery, settleDelivery, takeMessage} from './delivery/dialog.ts';
import {repliesToKeep, takeReply, unsentNote, withoutSent} from './delivery/own-replies.ts';
import {stepQuestion, stepsPage, withoutStepQuestion} from './delivery/pages.ts';
import {withEnd, withPresets} from './delivery/view.ts';
import {endNotice, needsReading} from './delivery/words.ts';
import {type ChangeSubject, type DraftSubject, decisionBy, subjectId} from './draft.ts';
import {keepEffects, keptFilter, offerKept, withKeptFilter} from './kept-work.ts';
import {type Command, keymap} from './keymap.ts';
import {askedNotice, askingNotice, closedNotice, declinedNotice, undoneWords, writtenNotice} from './notices.ts';
import {lookOutside, seenOutside} from './outside.ts';
import {cursorOn} from './rows.ts';
import {follow} from './run-events.ts';
import {idsOf, selectedRow} from './selection.ts';
import {settleReview} from './settle.ts';
import type {ReviewState, Stage} from './state.ts';
import {type ReviewStep, relist, reload, replan, withoutReload} from './steps.ts';

const update = updateOf<ReviewState, OwnAction, Effect, Command>({
	keymap,
	commands,
	start: state => doing(state, {type: 'load', consent: state.consent}),
	intercept: (state, key, at) => (state.dialog ? answer(state, state.dialog, key, at) : null),
	paste: pasteText,
	hints: reviewHints,
	point: pointAtList(list),
	wake: lookOutside,
	terminate: state => leave(state, true),
	take,
});

export function updateReview(state: ReviewState, action: Action): ReviewStep {
	const isChosen = state.isChosen || action.type === 'key' || action.type === 'mouse';
	const step = endLimit(update(isChosen === state.isChosen ? state : {...state, isChosen}, action));
	const at = 'at' in action ? action.at : 0;
	// Pending questions open one by one, once there is something to see.
	const asked = offerKept(offerAsking(step.state, at), at);
	const settled = lookAtDetail(settleReview(settleDelivery(asked), state));
	const {next, effects} = keptFilter(settled);
	return {
		state: next,
		effects: [...step.effects, ...keepEffects(state, next), ...repliesToKeep(state, next), ...effects],
	};
}

function take(state: ReviewState, action: OwnAction): ReviewStep {
	switch (action.type) {
		case 'look':
			return only({
				...withSeen(state, action.finding),
				isChosen: true,
				focus: 'list',
				cursor: cursorOn(state.list, action.finding),
			});
		case 'filter': {
			const finding = selectedRow(state)?.id ?? state.beforeFilter.finding;
			return only(relist({...state, filter: action.text, beforeFilter: {text: state.filter, finding}}));
		}
		case 'events':
			return only(follow(state, action.events, action.at));
		case 'opened': {
			const {session, model} = action;
			const {inquiry, runs} = session;
			const notice = closedNotice(state) ?? askingNotice(state.run) ?? state.notice;
			const outside = {...state.outside, news: 0, moved: null};
			const read = {...state, outside, before: null, model, inquiry, runs, notice};
			const next = withPresets(read, {ownWords: session.keptReplies});
			if (state.model !== null) return replan(next);
			const history = historyOf(session.decisions);
			const saved = {...state.saved, decisions: history.now};
			return replan(withKeptFilter({...next, history, saved, kept: session.kept}, session.keptFilter));
		}
		case 'planned':
			return takePlan(state, action);
		case 'written': {
			const hasWritten = Boolean(state.run.written?.runId);
			const next = hasWritten ? withoutHistory(state) : state;
			const wanted = hasWritten ? 'delivery' : null;
			return replan({...next, runs: action.runs, wanted, only: null, notice: writtenNotice(state)});
		}
		case 'ended': {
			const next = afterDelivery(state, action.failure);
			// Without a working tree, the steps write the plan.
			const hasWritten = action.runs.length > state.runs.length;
			return replan({...(hasWritten ? withoutHistory(next) : next), runs: action.runs, only: null});
		}
		case 'confirm-step':
			return only(confirm(state, stepQuestion(action), action.at));
		case 'kept-for-good':
			return only(notify({...state, keptForGood: state.keptForGood + 1}, keptWords, 'good'));
		case 'ticks-kept':
			return only(notify(state, `kept in ${action.path}`, 'good'));
		case 'undone': {
			const {report, standing} = action;
			const tone = report.exitCode === 0 ? 'good' : 'warning';
			const next = notify({...state, undone: report}, undoneWords(report), tone);
			// What was read before knows nothing of the files as they are now.
			return standing ? replan({...next, runs: standing.runs}) : reload({...next, planned: null});
		}
		case 'inquired': {
			const {finding, inquiry, at} = action;
			const isStill = !state.dialog && selectedRow(state)?.id === finding;
			return only(isStill ? asking(state, 'ask', inquiry, at) : state);
		}
		case 'asked':
			return replan({...state, runs: action.runs, notice: askedNotice(action.findings, state.run)});
		case 'edited':
			return takeEdit(state, action);
		case 'closed':
			return doing({...state, stage: 'planning'}, {type: 'look', said: 'the files were read again'});
		case 'looked':
			return replan({...notify(state, action.said), runs: action.runs});
		case 'seen-outside':
			return seenOutside(state, action.look);
		case 'saved': {
			const {file, decisions} = action;
			const text = `saved ${count(decisions.size, 'decision')} to ${file}; replay with --decisions ${file}`;
			return only(notify({...state, saved: {file, decisions}}, text, 'good'));
		}
		case 'highlight':
			return only({...state, highlight: action.highlight});
		case 'failed':
			return takeFailure(state, action);
	}
}

function takePlan(state: ReviewState, {planned, events, decisions, only: of, at}: ActionOf<'planned'>): ReviewStep {
	// Newer decisions are already being planned.
	if (decisions !== state.history.now || of !== state.only) return only(state);
	const groups = new Map(planned.groups.flatMap(group => group.changes.map(change => [change, group] as const)));
	const followed = follow({...state, planned: {...planned, decisions, at}, groups}, events, 0);
	const next = {...followed, stage: 'open' as const, progress: null};
	if (state.wanted === 'apply') return commands.apply({...next, wanted: null}, at);
	if (state.wanted === 'delivery') return openDelivery({...next, wanted: null}, at);
	return only({...next, notice: next.notice ?? declinedNotice(state, next)});
}

function takeFailure(state: ReviewState, {during, trouble}: ActionOf<'failed'>): ReviewStep {
	const isUnread = during === 'load' || !state.planned;
	const retry = isUnread ? 'reload' : commandOf[state.stage];
	const next = notifyTrouble(state, retry === undefined ? trouble : retriedBy(trouble, retry));
	if (during === 'load' && state.before) return withoutReload(next, state.before);
	// The request may have replaced a plan.
	if (during === 'work' && state.stage === 'asking') return replan(next);
	return only({...next, stage: isUnread ? 'failed' : 'open', progress: null, wanted: null});
}

/** The review after the steps ended. @param failure what cut them; null if they came to their end */
function afterDelivery(state: ReviewState, failure: unknown): ReviewState {
	const left = interruptionIn(failure);
	const delivery = withEnd(state.delivery, state.run, left);
	const next = withoutSent({...withoutStepQuestion(state), delivery});
	if (left) return notifyTrouble({...next, dialog: next.dialog ?? stepsPage}, stopped);
	if (failure !== null) return notifyTrouble(next, retriedBy(troubleOf(failure), 'closing'));
	const unsent = state.delivery.ticked.has('reply') ? unsentNote(next) : '';
	const end = endNotice(state.run);
	const told = unsent === '' ? {...next, notice: end} : notify(next, `${end.text}; ${unsent}`, 'warning');
	return needsReading(state.run, delivery.seen) && !state.dialog ? {...told, dialog: stepsPage} : told;
}

/** The command that began the work of a stage. */
const commandOf: {readonly [Working in Stage]?: Command} = {
	writing: 'apply',
	undoing: 'undo',
	delivering: 'closing',
	asking: 'ask',
};

/** After a write, `z` no longer undoes the earlier decisions. */
const withoutHistory = (state: ReviewState): ReviewState => ({
	...state,
	undone: null,
	history: {...state.history, past: [], future: []},
});

/** What is said of a draft that comes back as it was. */
const unchanged: Readonly<Record<DraftSubject['what'], string>> = {
	change: 'no edit was made',
	reply: 'the reply is as it was',
	message: 'the message is as it was',
};

/** What comes of an edited draft. What is refused is kept for another try. */
function takeEdit(state: ReviewState, {subject, result, fault}: ActionOf<'edited'>): ReviewStep {
	const refused = new Map(state.refused);
	refused.delete(subjectId(subject));
	const next = {...state, refused};
	if (result.kind === 'unchanged') {
		// Lines as in the file are wanted like that; of a text, what was refused may still be.
		return only(notify(subject.what === 'change' ? next : state, unchanged[subject.what]));
	}
	const {lines} = result;
	const unfit = fault && `the reply cannot be sent: ${fault}; press ${keyTo(state, 'write-reply')} to change it`;
	const why = result.kind === 'refused' ? lostMarks(subject, state) : unfit;
	if (why !== null) return only(notify({...next, refused: refused.set(subjectId(subject), lines)}, why, 'bad'));
	switch (subject.what) {
		case 'change':
			return takeChange(next, subject, lines);
		case 'reply':
			return takeReply(next, subject.thread, lines.join('\n').trim());
		case 'message':
			return takeMessage(next, lines.join('\n').trim());
	}
}

function lostMarks({what}: DraftSubject, state: ReviewState): string {
	if (what === 'message') return 'the marks around the message were changed; m tries again with what you wrote';
	const [lines, key] = what === 'change' ? ['lines', keyTo(state, 'edit')] : ['reply', keyTo(state, 'write-reply')];
	return `the marks around the ${lines} were changed; press ${key} to try again with what you wrote`;
}

function takeChange(state: ReviewState, subject: ChangeSubject, lines: readonly string[]): ReviewStep {
	const id = subjectId(subject);
	const made = decisionBy(subject, lines);
	if (!made && !state.history.now.has(id)) return only(notify(state, unchanged.change));
	const without = [id, ...(subject.proposal ? idsOf(subject.proposal) : [])];
	const told = made ? state : notify(state, 'the lines are as in the file: the edit is dropped');
	return replan(decide(told, made ? [made] : [], without));
}
