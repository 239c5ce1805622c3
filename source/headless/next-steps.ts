import type {ClosingRequest} from '../run/closing/request.ts';
import type {RunState} from '../run/state.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {formatPlannedWrites} from './report-publication.ts';

/** What follows the writing, for the question before it: `Then: commit, push to octo/app feature.`; no line if nothing does. */
export function formatNextSteps(
	{verify, commit, push}: ClosingRequest,
	{published, pushPreview}: Pick<RunState, 'published' | 'pushPreview'>,
	room: number,
): string[] {
	const steps = [
		...(verify ? [`run "${verify.command}"`] : []),
		...(commit ? ['commit'] : []),
		...(push && pushPreview ? [`push to ${pushPreview.repository} ${pushPreview.branch}`] : []),
		...(published && published.pending > 0 ? [formatPlannedWrites(published.planned)] : []),
	];
	return steps.length === 0 ? [] : wrap(shownIn(room, `Then: ${steps.join(', ')}.`), room);
}
