import type {SplitBy} from '../../../settings/closing-rows.ts';
import {type Divide, divideBy, type PartOf} from '../../../worktree/commit/divide.ts';
import {divideByOrigin} from '../../../worktree/commit/divide-by-origin.ts';
import type {Git} from '../../../worktree/git.ts';
import type {CommitRequest} from '../request.ts';

/** How a run that commits divides its edits. */
export const divisionFor = ({split}: CommitRequest, git: Git): Divide =>
	typeof split === 'string' ? divideBy(partsBy(split)) : divideByOrigin(git, split.bases);

/** Which part of a plan an edit is of. */
export const partsBy =
	(split: SplitBy): PartOf =>
	({reviewer, path, findings}) => {
		if (split === 'one') return null;
		const names = {reviewer: reviewer ?? 'ghost', file: path, finding: findings.join()};
		return {by: split, name: names[split]};
	};
