import {setImmediate} from 'node:timers/promises';
import type {Steps} from '../review/steps.ts';

/** Runs long work in steps, so that signals and keys are handled in between. @throws the signal's reason */
export async function inSteps<Result>(steps: Steps<Result>, signal: AbortSignal | null): Promise<Result> {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		await setImmediate();
		signal?.throwIfAborted();
	}
}
