import {commitResultOf} from '../../../worktree/commit/commit-step.ts';
import type {Ahead} from '../../../worktree/push/own-commits.ts';
import type {RunEdit} from '../../../worktree/run-edit.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {nameOf} from '../../answers.ts';
import type {Context} from '../../context.ts';
import type {PushObstacle} from '../push/push-obstacles.ts';
import {type AnswerSite, answersSince} from './answers-since.ts';

/**
 * Why commits cannot be pushed that hold what people have answered since it was planned; null if none does.
 * @param isTaken what a person wants all the same; by default nothing
 * @throws {Failure} of the host
 */
export async function answeredObstacle(
	{ahead, runs}: {ahead: Ahead; runs: readonly Run[]},
	site: AnswerSite,
	context: Context,
	isTaken: (edit: RunEdit) => boolean = () => false,
): Promise<PushObstacle | null> {
	if (ahead.kind !== 'ahead') return null;
	const commitOf = editsAhead({ahead, runs});
	const open = [...commitOf.keys()].filter(edit => !isTaken(edit));
	const [first] = await answersSince(open, site, context);
	if (!first) return null;
	const {edit, answer} = first;
	const {oid, by} = commitOf.get(edit)!;
	const where = answer.url === null ? '' : ` (${answer.url})`;
	return {
		code: 'answered',
		reason: `${nameOf(answer)} has answered${where}, and commit ${oid.slice(0, 10)} has that change to ${edit.path}`,
		remedy: `To undo the commit, run: pr-resolve undo ${by}\nTo push it all the same, pass --over-objections.`,
		ending: 'needsPerson',
	};
}

/** The edits in commits that are ahead, with the commit and the run that made it. */
export function editsAhead({
	ahead,
	runs,
}: {
	ahead: Extract<Ahead, {kind: 'ahead'}>;
	runs: readonly Run[];
}): Map<RunEdit, {oid: string; by: string}> {
	const kept = ahead.commits.map(({oid}) => [oid, oid] as const);
	const unpushed = new Map([...kept, ...ahead.rewritten.map(({recorded, oid}) => [recorded, oid] as const)]);
	const commitOf = new Map<RunEdit, {oid: string; by: string}>();
	for (const run of runs) {
		// A commit that was rewritten may count as undone.
		for (const {run: by, commits} of run.publication.flatMap(step => commitResultOf(step) ?? [])) {
			for (const {oid: recorded, changes} of commits) {
				const oid = unpushed.get(recorded);
				const made = oid === undefined ? [] : run.edits.filter(edit => edit.changes.some(id => changes.includes(id)));
				for (const edit of made) commitOf.set(edit, {oid: oid!, by});
			}
		}
	}
	return commitOf;
}
