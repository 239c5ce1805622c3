import type {WriteEnd} from '../../../code-host/publisher.ts';
import {advise, type Failure, joinRemedies} from '../../../failure.ts';
import {count} from '../../../text/sentences.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import {continuing} from '../../../worktree/run-id.ts';
import type {ClosingStop} from '../../events.ts';
import {type HostStep, placeOfStep} from './host-steps.ts';
import {stopPublishing} from './publish-obstacle.ts';
import {isThreadStep} from './publish-steps.ts';
import {isRequestStep} from './request-step.ts';

/** The token may not do one kind of write. */
export function deniedWrites(kind: HostStep['kind'], {code, message, remedy}: Failure): ClosingStop {
	if (kind === 'request') return unrequestedReview(message, 'authentication');
	if (kind !== 'resolve') return stopPublishing(code, message, remedy, 'authentication');
	return stopPublishing(
		'cannot-resolve',
		'The token may not resolve threads.',
		'Give it the permission contents: write.',
		'authentication',
	);
}

export const unrequestedReview = (reason: string, ending: 'authentication' | 'needsPerson'): ClosingStop =>
	stopPublishing('no-review-request', `No review was requested: ${reason}`, '', ending);

export const joinedReview = ({comment}: Extract<WriteEnd, {kind: 'done'}>, steps: readonly HostStep[]) =>
	stopPublishing(
		'pending-review',
		`A reply joined your pending review${comment?.url ? ` (${comment.url})` : ''}, so no more were written.`,
		steps.some(isOpenStep)
			? advise`Submit or discard the review, then ${continuing(null)}`
			: 'Submit or discard the review.',
		'needsPerson',
	);

/** Nothing can be read or written any more, until the user has done something about it. */
export function stoppedWrites({code, message, remedy, kind}: Failure, steps: readonly HostStep[]): ClosingStop {
	const isLeft = steps.some(isOpenStep);
	const finish = advise`${remedy === '' ? 'To finish, ' : 'Then '}${continuing(null)}`;
	return stopPublishing(code, message, isLeft ? joinRemedies(remedy, finish) : remedy, kind);
}

/** @param until in milliseconds since the epoch */
export function limitedWrites(steps: readonly HostStep[], until: number): ClosingStop {
	const done = steps.filter(step => !isOpenStep(step)).length;
	const time = new Date(until).toISOString().slice(11, 16);
	return stopPublishing(
		'write-limit',
		`GitHub limits writes: ${done} of ${count(steps.length, 'write')} done.`,
		advise`After ${time} UTC, ${continuing(null)}`,
		'guard',
	);
}

export const lostResponses = (lost: number) =>
	stopPublishing(
		'unknown-writes',
		`The responses to ${count(lost, 'write')} were lost.`,
		advise`To check them, ${continuing(null)}`,
		'failed',
	);

export function skippedPlaces(steps: readonly HostStep[]): ClosingStop {
	const threads = new Set(steps.filter(isThreadStep).map(placeOfStep)).size;
	const requests = steps.filter(isRequestStep).length;
	const skipped = [
		...(threads > 0 ? [count(threads, 'thread')] : []),
		...(steps.some(({kind}) => kind === 'comment') ? ['the summary comment'] : []),
		...(requests > 0 ? [count(requests, 'review request')] : []),
	];
	const reasons = [...new Set(steps.map(({reason}) => reason))].join('; ');
	const message = `Skipped ${skipped.join(' and ')}: ${reasons.replace(/\.$/, '')}.`;
	return stopPublishing('threads-skipped', message, 'To read them again, run apply with --reply.', 'needsPerson');
}
