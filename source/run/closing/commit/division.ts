import {type Divide, divideBy} from '../../../worktree/commit/divide.ts';
import {divideByOrigin} from '../../../worktree/commit/divide-by-origin.ts';
import type {Git} from '../../../worktree/git.ts';
import type {CommitRequest} from '../request.ts';

/** How a run that commits divides its edits. */
export function divisionFor({split}: CommitRequest, git: Git): Divide {
	if (typeof split !== 'string') return divideByOrigin(git, split.bases);
	return divideBy(({reviewer, path, findings}) => {
		if (split === 'one') return null;
		const names = {reviewer: reviewer ?? 'ghost', file: path, finding: findings.join()};
		return {by: split, name: names[split]};
	});
}
