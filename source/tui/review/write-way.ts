import type {DeliveryPlace} from '../../delivery/choices.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {first, hintTo, keyTo} from '../app/keymap.ts';
import {notify, only} from '../app/state.ts';
import {line} from '../text/line.ts';
import {applyQuestion} from './apply-question.ts';
import {openDelivery} from './delivery/dialog.ts';
import {ownReplies} from './delivery/own-replies.ts';
import {canDecide, hasPlan, type ReviewReason} from './reasons.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';
import type {ReviewStep} from './steps.ts';
import {hasWritten, outstanding} from './written-runs.ts';

/** How a plan is written. */
type WriteWay = {
	/** Among the hints. */
	word: string;
	/** What the key does. */
	does: string;
	/** Why no next steps are offered; null if they are. */
	noSteps: ReviewReason;
	/** Asks before anything is written. @param at when, in milliseconds */
	ask: (state: ReviewState, at: number) => ReviewStep;
};

const ways: Readonly<Record<DeliveryPlace, WriteWay>> = {
	worktree: {
		word: 'write',
		does: 'writes the files',
		noSteps: state => (ownReplies(state).length > 0 ? null : hasWritten(state)) ?? canDecide(state),
		ask: (state, at) => {
			const question = applyQuestion(state);
			return only(question ? confirm(state, question, at) : notify(state, 'nothing to write'));
		},
	},
	host: {
		word: 'commit',
		does: 'commits on GitHub',
		// Replies can be about what others have committed.
		noSteps: canDecide,
		ask: (state, at) =>
			state.index.standing.ready > 0 ? openDelivery(state, at) : only(notify(state, 'nothing to commit')),
	},
};

export const writeWay = ({delivery}: ReviewState): WriteWay => ways[delivery.presets.place];

export function undoQuestion({runs}: ReviewState): ReviewQuestion {
	const {files = [], isCommitted = false} = runs.at(-1) ?? {};
	const which = runs.length > 1 ? `latest of ${runs.length} runs` : 'run';
	return {
		what: 'undo',
		title: `Undo the ${which} and restore ${count(files.length, 'file')}?`,
		lines: [
			...(isCommitted ? [line('  Its commit is undone too, unless it is pushed or not the last one.')] : []),
			line('  Edits you made since then are kept.'),
		],
	};
}

export function quitQuestion(state: ReviewState): ReviewQuestion {
	const canWrite = first(canDecide, hasPlan)(state) === null;
	const {word, does} = writeWay(state);
	const [save, write] = [keyTo(state, 'save'), keyTo(state, 'apply')];
	const replies = ownReplies(state).length;
	const unsent = count(replies, 'reply', 'replies');
	const isKept = replies === 1 ? 'Your reply is kept' : 'Your replies are kept';
	const send = line(`  ${isKept} for the next review; ${keyTo(state, 'closing')} offers to send.`);
	const decisions = outstanding(state).length;
	if (decisions === 0) {
		const offers = [hintTo(state, 'closing', 'next steps')];
		return {what: 'quit', title: `Quit without sending ${unsent} of yours?`, lines: [send], offers};
	}
	const ways = [
		`${save} saves ${decisions === 1 ? 'it' : 'them'} to a file`,
		...(canWrite ? [`${write} ${does}`] : []),
	];
	return {
		what: 'quit',
		title: `Quit without applying ${count(decisions, 'decision')}${replies > 0 ? ` and sending ${unsent}` : ''}?`,
		lines: [
			line(`  The next review offers to continue with ${decisions === 1 ? 'it' : 'them'}. ${ways.join(', ')}.`),
			...(replies > 0 ? [send] : []),
		],
		offers: [hintTo(state, 'save', 'save'), ...(canWrite ? [hintTo(state, 'apply', word)] : [])],
	};
}
