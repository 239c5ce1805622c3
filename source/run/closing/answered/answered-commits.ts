import {commitResultOf} from '../../../worktree/commit/commit-step.ts';
import type {Ahead} from '../../../worktree/push/own-commits.ts';
import type {RunEdit} from '../../../worktree/run-edit.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';
import {nameOf} from '../../decisions/answers.ts';
import type {PushObstacle} from '../push/push-obstacles.ts';
import {type AnswerSite, answersSince} from './answers-since.ts';

/** What a run takes all the same: of what people have answered, and of what they have declined. */
type Wanted = Readonly<Record<'isTaken' | 'isTakenUp', (edit: RunEdit) => boolean>>;

const nothingWanted: Wanted = {isTaken: () => false, isTakenUp: () => false};

/**
 * Why commits cannot be pushed that hold what people have answered or declined since it was planned; null if none does.
 * @throws {Failure} of the host
 */
export async function heldObstacle(
	{ahead, runs}: {ahead: Ahead; runs: readonly Run[]},
	site: AnswerSite,
	context: Context,
	{isTaken, isTakenUp}: Wanted = nothingWanted,
): Promise<PushObstacle | null> {
	if (ahead.kind !== 'ahead') return null;
	const commitOf = editsAhead({ahead, runs});
	const declined = [...commitOf.keys()].find(edit => edit.declined !== undefined && !isTakenUp(edit));
	if (declined) return declinedObstacle(declined, commitOf.get(declined)!);
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

const declinedObstacle = ({path, declined}: RunEdit, {oid, by}: {oid: string; by: string}): PushObstacle => ({
	code: 'declined',
	reason: `commit ${oid.slice(0, 10)} has a change to ${path}, and ${declined}`,
	remedy: `To undo the commit, run: pr-resolve undo ${by}`,
	ending: 'needsPerson',
});

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
