import {threadWords} from '../../delivery/delivery-lines.ts';
import {shortOid} from '../../resolve/brakes/brake.ts';
import {elapsed} from '../../text/figures.ts';
import {closedSentence, sentences, someNames} from '../../text/sentences.ts';
import {formatOutcomes} from '../report/outcome.ts';
import type {Report} from '../report/report.ts';
import type {WatchEvent} from './events.ts';
import type {LookWait} from './next-step.ts';
import type {WatchEnd, WatchReport} from './watch-report.ts';

/** What an event is in one line; null if it needs none. Foreign text in it is not escaped. @param now milliseconds since the epoch */
export function formatWatchEvent(event: WatchEvent, now: number): string | null {
	switch (event.type) {
		case 'pushed-away':
			return `${formatPushedAway(event.commits)}.`;
		case 'round':
			return event.isAnswer
				? `Answering threads after round ${event.number}.`
				: `Round ${event.number} of ${event.of}.`;
		case 'round-ended':
			return `Round ${event.number}: ${formatRound(event.report)}.`;
		case 'wait':
			return sentences(
				`Waiting: ${formatWait(event, now)}`,
				`The watch ends in ${elapsed(event.endsAt - now)} at most.`,
			);
		case 'look-failed': {
			const {failure, tries, until} = event;
			const nth = tries ? ` (${tries.made} of ${tries.of - 1})` : '';
			return sentences(failure.message, `Trying again in ${elapsed(until - now)}${nth}.`);
		}
		case 'clock-jumped':
			return `The clock moved by ${elapsed(Math.abs(event.ms))} during a wait; looking again.`;
		case 'ended':
			return formatWatchEnd(event.report);
		default:
			return null;
	}
}

/** Commits that are gone; their rounds are not. */
export const formatPushedAway = (commits: readonly string[]): string =>
	`A force-push removed ${someNames(commits.map(shortOid))} from the branch, and ${commits.length > 1 ? 'their rounds still count' : 'its round still counts'}`;

/** `coderabbitai is rate limited, until in 26 min 10 s`. */
function formatWait({reason, reviewUntil}: LookWait, now: number): string {
	return reviewUntil === null || reviewUntil <= now ? reason : `${reason}, for another ${elapsed(reviewUntil - now)}`;
}

/** What a round did: `3 applied, 1 stale; pushed 9be01d7; threads: 3 replies, 3 resolved`. */
export function formatRound({findings, commits, publication, verification}: Report): string {
	const outcomes = formatOutcomes(findings);
	const last = commits.at(-1);
	const verified = verification && verification.state !== 'not-run' ? [`verification ${verification.state}`] : [];
	// A commit of an earlier round may be pushed alone.
	const pushed = last?.pushed ? last.oid : (publication?.target?.after ?? null);
	const made = pushed !== null ? [`pushed ${pushed.slice(0, 7)}`] : last ? [`committed ${last.oid.slice(0, 7)}`] : [];
	const {replies = 0, resolved = 0, unresolved = 0} = publication ?? {};
	const parts = [
		outcomes.join(', ') || 'no findings',
		...verified,
		...made,
		...threadWords({replies, resolved, unresolved}),
	];
	return parts.filter(part => part !== '').join('; ');
}

const endWords: Record<WatchEnd, string> = {
	clean: 'Clean',
	'clean-unverified': 'Clean, unverified',
	open: 'Open',
	stopped: 'Stopped',
	closed: 'Closed',
	failed: 'Failed',
	interrupted: 'Interrupted',
};

/** Why a watch is over, and what would go on: one line. */
export function formatWatchEnd({end, stoppedBy, reason, remedy}: Omit<WatchReport, 'rounds'>): string {
	const brake = stoppedBy === null ? '' : ` (${stoppedBy})`;
	const why = `${endWords[end]}${brake}: ${reason}`;
	// A remedy keeps its end, which may be a command.
	return remedy === '' ? closedSentence(why) : sentences(why, remedy);
}
