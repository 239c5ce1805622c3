import type {Publisher, WriteEnd} from '../../../code-host/publisher.ts';
import type {Failure} from '../../../failure.ts';
import {count} from '../../../text/count.ts';
import type {Journal} from '../../../worktree/journal.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import type {ClosingStop} from '../../events.ts';
import {type HostStep, hostWriteOf, lookFor, placeOf, readFor, stepDone} from './host-steps.ts';
import {stopPublishing} from './publish-obstacle.ts';

export type StepsWorld = {
	publisher: Publisher;
	/** Login of the token's account. */
	viewer: string;
	journal: Journal;
	/** Id of the run whose record has the steps. */
	run: string;
	signal: AbortSignal;
	/** Before each write. */
	onWrite: (done: number, of: number) => void;
};

/** The steps as they ended, in their order, and what stopped them or kept some from being taken. */
export type StepsTaken = {steps: HostStep[]; stops: ClosingStop[]};

/** Why a thread is not resolved that was to hear something first. */
const replyMissing = 'its reply was not written';

/**
 * Takes the steps one after the other. Each is on disk before its request leaves, and its end afterwards, so that a run
 * that was cut is finished by taking these steps again: those that took effect are found on the host.
 * @throws {Failure} of reading; the signal's reason
 */
export async function takeSteps(
	steps: readonly HostStep[],
	{publisher, viewer, journal, run, signal, onWrite}: StepsWorld,
): Promise<StepsTaken> {
	const ended = [...steps];
	const denied = new Map<HostStep['kind'], Failure>();
	const stops: ClosingStop[] = [];
	const settle = async (index: number, step: HostStep) => {
		ended[index] = step;
		await journal.recordStep(run, step);
	};
	/** No thread is resolved in silence: both end in one write, so that a cut between them changes nothing. */
	const giveUp = async (index: number, state: 'skipped' | 'failed', reason: string) => {
		const step = ended[index]!;
		ended[index] = {...step, state, reason};
		const next = step.kind === 'reply' ? ended.findIndex(one => isResolveIn(one, step.result.thread)) : -1;
		if (next !== -1) ended[next] = {...ended[next]!, state: 'skipped', reason: replyMissing};
		await journal.recordStep(run, ...[index, next].flatMap(at => ended[at] ?? []));
	};

	let place: string | null = null;
	let now: Awaited<ReturnType<typeof readFor>> | null = null;
	for (const [index, step] of steps.entries()) {
		signal.throwIfAborted();
		if (!isOpenStep(ended[index]!)) continue;
		if (step.kind === 'resolve' && ended.some(one => isLostReplyIn(one, step.result.thread))) continue;
		// Once for each thread, right before its first write.
		if (now === null || place !== placeOf(step)) {
			place = placeOf(step);
			await publisher.ready();
			now = await readFor(step, publisher);
		}
		const found = lookFor(step, now, viewer);
		if (found === 'done') {
			await settle(index, {...step, state: 'done'});
			continue;
		}
		if (found !== 'fits') {
			await giveUp(index, 'skipped', found.skip);
			continue;
		}
		if (denied.has(step.kind)) {
			await giveUp(index, 'failed', 'the token lacks the permission');
			continue;
		}
		onWrite(index, steps.length);
		const written = await publisher.write(hostWriteOf(step));
		switch (written.kind) {
			case 'done': {
				await settle(index, stepDone(step, written));
				if (written.isPending) return {steps: ended, stops: [...stops, joinedReview(written)]};
				break;
			}
			case 'gone':
				await giveUp(
					index,
					'skipped',
					step.kind === 'comment' ? 'the comment no longer exists' : 'the thread no longer exists',
				);
				break;
			case 'denied':
				denied.set(step.kind, written.failure);
				stops.push(lacking(step.kind, written.failure));
				await giveUp(index, 'failed', 'the token lacks the permission');
				break;
			case 'rejected':
				await giveUp(index, 'failed', written.failure.message);
				break;
			case 'unknown': {
				const lost: HostStep = {...step, state: 'unknown'};
				await settle(index, lost);
				if (lookFor(lost, await readFor(lost, publisher), viewer) === 'done')
					await settle(index, {...lost, state: 'done'});
				break;
			}
			case 'signed-out':
				return {steps: ended, stops: [...stops, signedOut(written.failure)]};
			case 'limited':
				return {steps: ended, stops: [...stops, limited(ended, written.until)]};
		}
	}
	const lost = ended.filter(({state}) => state === 'unknown').length;
	return {steps: ended, stops: lost === 0 ? stops : [...stops, lostResponses(lost)]};
}

const isResolveIn = (step: HostStep, thread: string) => step.kind === 'resolve' && step.result.thread === thread;

/** It may be there or not: with the reply, its resolve waits for `apply --continue`. */
const isLostReplyIn = (step: HostStep, thread: string) =>
	step.kind === 'reply' && step.state === 'unknown' && step.result.thread === thread;

const joinedReview = ({comment}: Extract<WriteEnd, {kind: 'done'}>) =>
	stopPublishing(
		'pending-review',
		`A reply joined your pending review${comment?.url ? ` (${comment.url})` : ''}, so no more were written.`,
		'Submit or discard the review, then run: pr-resolve apply --continue',
		'needsPerson',
	);

function lacking(kind: HostStep['kind'], failure: Failure): ClosingStop {
	if (kind !== 'resolve') return stopPublishing(failure.code, failure.message, failure.remedy, 'authentication');
	return stopPublishing(
		'cannot-resolve',
		'The token may not resolve threads.',
		'Give it the permission contents: write.',
		'authentication',
	);
}

const signedOut = ({code, message, remedy}: Failure) =>
	stopPublishing(code, message, `${remedy} Then run: pr-resolve apply --continue`, 'authentication');

function limited(steps: readonly HostStep[], until: number): ClosingStop {
	const done = steps.filter(({state}) => state !== 'intended').length;
	const time = new Date(until).toISOString().slice(11, 16);
	return stopPublishing(
		'write-limit',
		`GitHub limits writes: ${done} of ${count(steps.length, 'write')} done.`,
		`After ${time} UTC, run: pr-resolve apply --continue`,
		'guard',
	);
}

const lostResponses = (lost: number) =>
	stopPublishing(
		'unknown-writes',
		`The responses to ${count(lost, 'write')} were lost.`,
		'To check them, run: pr-resolve apply --continue',
		'failed',
	);
