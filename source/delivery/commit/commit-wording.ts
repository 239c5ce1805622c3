import {commitMessage} from '../../resolve/commit-message.ts';
import type {SplitBy} from '../../settings/delivery-rows.ts';
import type {CommitGroup} from '../../worktree/commit/commit-runs.ts';
import {type Divide, divideBy, type PartOf} from '../../worktree/commit/divide.ts';
import {divideByOrigin} from '../../worktree/commit/divide-by-origin.ts';
import type {Committer} from '../../worktree/commit/identity.ts';
import type {Git} from '../../worktree/git.ts';
import type {Suggester} from '../../worktree/run-edit.ts';
import type {CommitRequest} from '../request.ts';

/** The whole message of a commit. @param number of the pull request */
export function groupMessage(
	{edits, runs, part}: CommitGroup,
	{message, signoff, coAuthors, only}: CommitRequest,
	{name, email}: Pick<Committer, 'name' | 'email'>,
	number: number | null,
): string {
	const suggesters = coAuthors ? edits.flatMap(edit => edit.suggesters) : [];
	const others = suggesters.filter(({databaseId}) => !email.startsWith(`${databaseId}+`));
	return commitMessage(message, {
		number,
		changes: new Set(edits.flatMap(edit => edit.changes)).size,
		files: new Set(edits.map(({path}) => path)).size,
		runs,
		only,
		part,
		coAuthors: [...new Set(others.map(trailerOf))],
		signedOffBy: signoff === true ? `${name} <${email}>` : null,
	});
}

/** The address that GitHub gives every account; it survives a change of the login. */
function trailerOf({login, databaseId, isBot}: Suggester): string {
	const name = isBot ? `${login}[bot]` : login;
	return `${name} <${databaseId}+${name}@users.noreply.github.com>`;
}

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
