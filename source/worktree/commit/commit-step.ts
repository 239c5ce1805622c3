import type {CommitResult, RunCommit} from '../../delivery/steps/commit.ts';
import type {PublicationStep} from '../../delivery/steps/table.ts';
import type {RunEdit} from '../run-edit.ts';
import type {RunRecord} from '../run-record.ts';

/** What a commit of these edits makes and reverts. */
export function changesOf(
	edits: readonly Pick<RunEdit, 'changes' | 'reverts'>[],
): Pick<RunCommit, 'changes' | 'reverts'> {
	const changes = [...new Set(edits.flatMap(edit => edit.changes))];
	const reverts = [...new Set(edits.flatMap(edit => edit.reverts ?? []))];
	return {changes, ...(reverts.length > 0 && {reverts})};
}

/** The key of the step in the run that commits, and in an earlier one whose edits it takes along. */
export const commitKey = (run: string, by: string) => (run === by ? 'commit' : `commit:${by}`);

/** What a step made or was about to make; null for other steps, and before the commits exist. */
export const commitResultOf = (step: PublicationStep): CommitResult | null =>
	step.kind === 'commit' && step.result !== null && 'index' in step.result ? step.result : null;

/** Everything that was committed of a run, oldest first. */
export const commitsOf = ({publication}: Pick<RunRecord, 'publication'>): RunCommit[] =>
	publication.flatMap(step => (step.state === 'done' ? (commitResultOf(step)?.commits ?? []) : []));

/** What a step made, also if it was cut before that was recorded: the commits exist, and a branch may have them. */
export const storedCommitOf = (step: PublicationStep): CommitResult | null =>
	step.state === 'done' || step.state === 'intended' ? commitResultOf(step) : null;

/** As `commitsOf`, with what steps made that were cut. */
export const storedCommitsOf = ({publication}: Pick<RunRecord, 'publication'>): RunCommit[] =>
	publication.flatMap(step => storedCommitOf(step)?.commits ?? []);
