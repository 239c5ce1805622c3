import type {Plan} from '../../../resolve/decide.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {runEditsOf} from '../../run-edits.ts';
import type {Closing} from '../closing.ts';
import {readyToCommit} from './commit.ts';
import {messageOf, partOf} from './commit-wording.ts';

/** Stands for the id of the run, which there is none of yet. */
const noRun = '<run>';

/** Shows the messages of the commits that a plan would make, and makes none. @throws {Failure} as `readyToCommit` */
export async function* previewCommit(
	{request: {commit}, repository, analysis, number}: Closing,
	plan: Plan,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (!commit || !analysis) return;
	const {committer} = await readyToCommit(repository, context);
	const groups = Map.groupBy(runEditsOf(plan, analysis), edit => JSON.stringify(partOf(edit, commit)));
	const messages = [...groups.values()].map(edits =>
		messageOf({part: partOf(edits[0]!, commit), edits, runs: [noRun]}, commit, committer, number),
	);
	yield {type: 'commit-preview', messages};
}
