import {formatPlannedWrites} from '../run/closing/closing-lines.ts';
import {mayReformatNote, nameHooks} from '../run/closing/hooks/hook-lines.ts';
import type {ClosingRequest} from '../run/closing/request.ts';
import {workOf} from '../run/plan/plan-of.ts';
import type {RunState} from '../run/state.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {sumOfWrites} from '../worktree/run-effects.ts';
import {nameRuns} from '../worktree/run-id.ts';

/** What follows the writing, for the question before it: `Then: commit on feature, push to octo/app feature.`; no line if nothing does. */
export function formatNextSteps(
	{verify, push}: ClosingRequest,
	state: Pick<
		RunState,
		'plan' | 'published' | 'pushPreview' | 'commitPreview' | 'commitBranch' | 'commitTakesAlong' | 'hooks'
	>,
	room: number,
): string[] {
	const {published, pushPreview, commitPreview, hooks} = state;
	const names = hooks.map(({name}) => name);
	const steps = [
		...(verify ? [`run "${verify.command}"`] : []),
		...(names.length > 0 ? [`run ${nameHooks(names)}${mayReformatNote(hooks)}`] : []),
		...(commitPreview.length > 0 ? [formatCommit(state)] : []),
		...(push && pushPreview ? [`push to ${pushPreview.repository} ${pushPreview.branch}`] : []),
		...(published && sumOfWrites(published.planned) > 0 ? [formatPlannedWrites(published.planned)] : []),
	];
	return steps.length === 0 ? [] : wrap(shownIn(room, `Then: ${steps.join(', ')}.`), room);
}

/** What a commit would hold: the new changes, what earlier runs left, or both. */
function formatCommit({
	plan,
	commitBranch,
	commitTakesAlong: earlier,
}: Pick<RunState, 'plan' | 'commitBranch' | 'commitTakesAlong'>): string {
	const commit = commitBranch === null ? 'commit' : `commit on ${commitBranch}`;
	if (earlier.length === 0) return commit;
	const hasNew = workOf(plan?.rulings ?? []).changes > 0;
	return `${commit} ${hasNew ? 'with ' : ''}what ${nameRuns(earlier)} left uncommitted`;
}
