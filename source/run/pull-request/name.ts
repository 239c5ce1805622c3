import type {PullRequest} from '../../review/comment.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';

/** How a pull request is called in messages: `owner/name#7`; as much of it as is known. */
export function nameOf({owner, repo, number}: Pick<PullRequest, 'owner' | 'repo' | 'number'>): string {
	const name = owner && repo ? `${owner}/${repo}` : '';
	if (number === null) return name || 'recording';
	return `${name || 'pull request '}#${number}`;
}

/** What follows a command to name a pull request: its number in a clone, otherwise its address. */
export function argumentsFor(
	{host, owner, repo, number}: Pick<PullRequest, 'host' | 'owner' | 'repo' | 'number'>,
	repository: Repository,
): string {
	return hasTree(repository) ? `${number}` : `https://${host}/${owner}/${repo}/pull/${number} --no-checkout`;
}
