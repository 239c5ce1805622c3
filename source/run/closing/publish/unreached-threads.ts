import type {Repository} from '../../../worktree/repository.ts';
import type {ClosingStep, RunEvent} from '../../events.ts';
import type {RunState} from '../../state.ts';
import type {Closing} from '../closing.ts';
import {noneWritten} from './published.ts';

/**
 * Tells why threads that were to be answered stay open, if the steps ended before them.
 * @param before what was published before the steps
 */
export function* unreachedThreads(
	{request, analysis: {findings, pullRequest}}: Pick<Closing<Repository>, 'request' | 'analysis'>,
	{published, stops}: RunState,
	before: RunState['published'],
): Generator<RunEvent, void> {
	if (!request.publish || (published !== null && published !== before)) return;
	const stop = stops.at(-1);
	const reason = stop ? `the run stopped ${places[stop.step]}` : 'the run stopped before';
	yield {type: 'published', published: noneWritten(findings, pullRequest, {code: 'stopped', reason})};
}

const places: Readonly<Record<ClosingStep, string>> = {
	verify: 'at the verification',
	commit: 'at the commit',
	push: 'at the push',
	publish: 'before the threads were read',
};
