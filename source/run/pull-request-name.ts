import type {PullRequest} from '../review/comment.ts';

/** How a pull request is called in messages: `owner/name#7`; as much of it as is known. */
export function nameOf({owner, repo, number}: Pick<PullRequest, 'owner' | 'repo' | 'number'>): string {
	const name = owner && repo ? `${owner}/${repo}` : '';
	if (number === null) return name || 'recording';
	return `${name || 'pull request '}#${number}`;
}
