import type {Failure} from '../../failure.ts';
import type {ReviewerAtHead} from '../../resolve/brakes/facts.ts';
import type {RunEvent} from '../events.ts';
import type {Report} from '../report/report.ts';
import type {LookWait, Retry} from './next-step.ts';
import type {WatchReport} from './watch-report.ts';

/** `endsAt`: when waiting ends. */
export type WatchWait = LookWait & {endsAt: number};

/** What a watch tells while it goes on. Times are milliseconds since the epoch. */
export type WatchEvent =
	/** The pull request is read again. */
	| {type: 'look'}
	/** Of the look or the round that goes on. */
	| {type: 'run'; event: RunEvent}
	/** The reviewers at the head. */
	| {type: 'looked'; head: string; reviewers: readonly ReviewerAtHead[]}
	/** A force-push removed these commits of this program from the branch. */
	| {type: 'pushed-away'; commits: readonly string[]}
	/** Counted over all commands that have pushed to the pull request. `isAnswer`: it is over, and threads are answered after it. */
	| {type: 'round'; number: number; of: number; isAnswer?: true}
	| {type: 'round-ended'; number: number; report: Report}
	| ({type: 'wait'} & WatchWait)
	/** `tries`: in all; null if the host has named the time. */
	| ({type: 'look-failed'; failure: Failure} & Retry)
	/** The clock was set, or the machine slept. */
	| {type: 'clock-jumped'; ms: number}
	| {type: 'ended'; report: WatchReport};
