import type {Remedy} from '../../../failure.ts';
import type {Worktree} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import type {ClosingPresets} from '../choices.ts';
import {hooksFor} from '../hooks/checking-hooks.ts';
import {besideRuns, otherEdits} from '../hooks/other-edits.ts';
import type {OfferedHooks} from './offered.ts';

type HooksSubject = {
	repository: Worktree;
	/** Id of the run that commits. */
	run: string;
	presets: Pick<ClosingPresets, 'hooks'>;
};

/** The hooks that would be run, and why they cannot be; `unfit` is null if they can. @throws {Failure} */
export async function offerHooks(
	{repository, run, presets}: HooksSubject,
	context: Context,
): Promise<OfferedHooks & {unfit: {reason: string; remedy: Remedy} | null}> {
	const namesIn = async (step: 'commit' | 'push') =>
		(await hooksFor([step], repository, context)).map(({name}) => name);
	const there = [await namesIn('commit'), await namesIn('push')];
	const areThere = there.flat().length > 0;
	const [commit = [], push = []] = presets.hooks ? there : [];
	const reason = commit.length + push.length > 0 ? otherEdits(await besideRuns(repository, context, run)) : null;
	const unfit = reason === null ? null : {reason, remedy: 'Commit or stash them.'};
	return {commit, push, areThere, strangers: null, unfit};
}
