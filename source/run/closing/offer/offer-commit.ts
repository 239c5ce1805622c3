import type {Pending} from '../../../worktree/commit/pending.ts';
import type {Worktree} from '../../../worktree/repository.ts';
import type {Analysis} from '../../analyze.ts';
import type {Context} from '../../context.ts';
import type {ClosingPresets} from '../choices.ts';
import {readyToCommit} from '../commit/commit.ts';
import {messagesFor} from '../commit/preview-commit.ts';
import {withBases} from '../commit/with-bases.ts';
import {nothingAsked} from '../request.ts';
import type {Offered, OfferedCommit} from './offered.ts';

type CommitSubject = {
	repository: Worktree;
	analysis: Analysis;
	/** Id of the run that commits. */
	run: string;
	presets: ClosingPresets;
};

/** What a commit would hold now. @throws {Failure} as `readyToCommit`, `withBases` */
export async function offerCommit(
	{repository, analysis, run, presets}: CommitSubject,
	{candidates, left}: Pending,
	context: Context,
): Promise<Offered<OfferedCommit>> {
	const ready = await readyToCommit(repository, context);
	const edits = candidates.map(({source}) => source.edit);
	if (edits.length === 0) {
		const [first] = left;
		return {
			reason: first ? `${first.path}: ${first.reason}` : 'everything is committed, or was edited since',
			remedy: '',
		};
	}
	const asked = {request: {...nothingAsked, commit: presets.commit}, repository, analysis};
	const {request} = await withBases(asked, context);
	const {number} = analysis.pullRequest;
	const {name, email} = ready.committer;
	return {
		what: {
			branch: repository.branch,
			changes: new Set(edits.flatMap(edit => edit.changes)).size,
			files: new Set(edits.map(({path}) => path)).size,
			messages: await messagesFor(candidates, {run, commit: request.commit!, number}, ready),
			committer: `${name} <${email}>`,
			answered: [],
		},
	};
}
