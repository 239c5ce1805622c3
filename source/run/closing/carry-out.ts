import type {Publisher, WriteEnd} from '../../code-host/publisher.ts';
import type {Failure} from '../../failure.ts';
import type {ThreadNow} from '../../review/closing/thread-acts.ts';
import {count} from '../../text/count.ts';
import type {Journal} from '../../worktree/journal.ts';
import type {ClosingStop} from '../events.ts';
import {stopPublishing} from './publish-obstacle.ts';
import {lookAt, type ThreadStep, writeOf} from './publish-steps.ts';

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
export type StepsTaken = {steps: ThreadStep[]; stops: ClosingStop[]};

/** Threads are looked at again before so many writes. */
const writesPerLook = 20;

/**
 * Takes the steps one after the other. Each is on disk before its request leaves, and its end afterwards, so that a run
 * that was cut is finished by taking these steps again: those that took effect are found on the host.
 * @throws {Failure} of reading; the signal's reason
 */
export async function takeSteps(
	steps: readonly ThreadStep[],
	{publisher, viewer, journal, run, signal, onWrite}: StepsWorld,
): Promise<StepsTaken> {
	const ended = [...steps];
	const denied = new Map<ThreadStep['kind'], Failure>();
	const stops: ClosingStop[] = [];
	const settle = async (index: number, changes: Partial<ThreadStep>) => {
		ended[index] = {...ended[index]!, ...changes};
		await journal.recordStep(run, ended[index]);
	};
	const lookAgain = async (threads: readonly string[]) =>
		new Map((await publisher.threadsNow([...new Set(threads)])).map(thread => [thread.id, thread]));

	let now: ReadonlyMap<string, ThreadNow> = new Map();
	for (const [index, step] of steps.entries()) {
		signal.throwIfAborted();
		if (index % writesPerLook === 0) {
			now = await lookAgain(steps.slice(index, index + writesPerLook).map(({result}) => result.thread));
		}
		const found = lookAt(step, now.get(step.result.thread), viewer);
		if (found === 'done') {
			await settle(index, {state: 'done'});
			continue;
		}
		if (found !== 'fits') {
			await settle(index, {state: 'skipped', reason: found.skip});
			continue;
		}
		if (denied.has(step.kind)) {
			await settle(index, {state: 'failed', reason: 'the token lacks the permission'});
			continue;
		}
		onWrite(index, steps.length);
		const written = await publisher.write(writeOf(step));
		switch (written.kind) {
			case 'done': {
				await settle(index, {state: 'done', result: {...step.result, written: written.comment}});
				if (written.isPending) return {steps: ended, stops: [...stops, joinedReview(written)]};
				break;
			}
			case 'gone':
				await settle(index, {state: 'skipped', reason: 'the thread no longer exists'});
				break;
			case 'denied':
				denied.set(step.kind, written.failure);
				stops.push(lacking(step.kind, written.failure));
				await settle(index, {state: 'failed', reason: 'the token lacks the permission'});
				break;
			case 'rejected':
				await settle(index, {state: 'failed', reason: written.failure.message});
				break;
			case 'unknown': {
				await settle(index, {state: 'unknown'});
				const again = (await lookAgain([step.result.thread])).get(step.result.thread);
				if (lookAt(ended[index]!, again, viewer) === 'done') await settle(index, {state: 'done'});
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

const joinedReview = ({comment}: Extract<WriteEnd, {kind: 'done'}>) =>
	stopPublishing(
		'pending-review',
		`A reply joined your pending review${comment?.url ? ` (${comment.url})` : ''}, so no more were written.`,
		'Submit or discard the review, then run: pr-resolve apply --continue',
		'needsPerson',
	);

function lacking(kind: ThreadStep['kind'], failure: Failure): ClosingStop {
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

function limited(steps: readonly ThreadStep[], until: number): ClosingStop {
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
