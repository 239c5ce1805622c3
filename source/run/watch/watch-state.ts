import type {ReviewerAtHead} from '../../resolve/brakes/facts.ts';
import type {Report} from '../report/report.ts';
import {fold, initialState, type RunState} from '../state.ts';
import type {WatchEvent, WatchWait} from './events.ts';
import type {WatchReport} from './watch-report.ts';

/** A round, or what threads were told after it; its report is null while it goes on. */
type RoundSeen = {number: number; of: number; isAnswer: boolean; report: Report | null};

/** Everything that is known of a watch so far. Times are milliseconds since the epoch. */
export type WatchState = {
	stage: 'reading' | 'round' | 'waiting' | 'ended';
	rounds: readonly RoundSeen[];
	/** The look or the round that goes on, or was last. */
	run: RunState;
	/** The head of the pull request, and every reviewer there; null before the first look. */
	seen: {head: string; reviewers: readonly ReviewerAtHead[]} | null;
	/** Commits of this program that a force-push removed. */
	pushedAway: readonly string[];
	/** Until the next look; null if it does not wait. */
	wait: WatchWait | null;
	/** What went wrong last; null once a look succeeded. */
	trouble: string | null;
	report: WatchReport | null;
};

export const initialWatch: WatchState = {
	stage: 'reading',
	rounds: [],
	run: initialState,
	seen: null,
	pushedAway: [],
	wait: null,
	trouble: null,
	report: null,
};

export function foldWatch(state: WatchState, event: WatchEvent): WatchState {
	switch (event.type) {
		case 'look':
			// The account of the model requests is that of all rounds.
			return {...state, stage: 'reading', run: {...initialState, model: state.run.model}, wait: null};
		case 'run':
			return {...state, run: fold(state.run, event.event)};
		case 'looked':
			return {...state, seen: {head: event.head, reviewers: event.reviewers}, trouble: null};
		case 'pushed-away':
			return {...state, pushedAway: [...state.pushedAway, ...event.commits]};
		case 'round': {
			const {number, of, isAnswer = false} = event;
			return {...state, stage: 'round', rounds: [...state.rounds, {number, of, isAnswer, report: null}]};
		}
		case 'round-ended':
			return {
				...state,
				// Nobody has looked at a head that was just pushed.
				seen: event.report.commits.some(({pushed}) => pushed) ? null : state.seen,
				rounds: state.rounds.map(round => (round.report === null ? {...round, report: event.report} : round)),
			};
		case 'wait':
			return {...state, stage: 'waiting', wait: event};
		case 'look-failed':
			return {...state, trouble: event.failure.message};
		case 'clock-jumped':
			return state;
		case 'ended':
			return {...state, stage: 'ended', wait: null, report: event.report};
	}
}
