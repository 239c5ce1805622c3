import type {EarlierWord} from '../../review/remembered.ts';
import {isPushed} from '../../worktree/publication.ts';
import {startOfRun} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';
import {revertedBy} from '../closing/request.ts';

/** What runs have reverted on the pull request, whether a reply says so or not. */
export function wordsInRuns(runs: readonly Run[]): EarlierWord[] {
	const byId = new Map(runs.map(run => [run.id, run]));
	return runs.flatMap((run): EarlierWord[] => {
		const reverted = byId.get(revertedBy(run) ?? '');
		if (!reverted || !isPushed(run) || run.state === 'undone') return [];
		const ids = [...new Set(reverted.edits.flatMap(({findings}) => findings))];
		return [{kind: 'reverted', ids, by: null, reason: null, at: startOfRun(run.id) ?? 0}];
	});
}
