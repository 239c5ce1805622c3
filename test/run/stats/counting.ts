import type {FoundPull} from '../../../source/code-host/lists.ts';
import {parseRecording} from '../../../source/github/recording.ts';
import type {PullRequest} from '../../../source/review/comment.ts';
import {countPull} from '../../../source/run/stats/count-pull.ts';
import type {CountedPull} from '../../../source/run/stats/counted.ts';
import {withBareClone} from '../../../source/worktree/bare/bare-clone.ts';
import {memoryHost} from '../../helpers/memory-host.ts';
import type {Review} from '../../helpers/review-of.ts';
import type {WorkTree} from '../../helpers/work-tree.ts';
import {contextIn} from '../../tui/desk.ts';

const listed: FoundPull = {
	...{host: 'memory', owner: 'octo', name: 'app', number: 7, id: 'PR_7', url: 'https://github.com/octo/app/pull/7'},
	...{title: 'Change', author: 'alice', isDraft: false, state: 'merged', headOid: '', isFork: false},
	...{isArchived: false, threads: 1, others: 0, changedLines: 4},
	...{createdAt: '2026-03-01T00:00:00Z', updatedAt: '2026-03-03T00:00:00Z', endedAt: '2026-03-02T00:00:00Z'},
};

/**
 * Counts a pull request of octo/app, whose repository is that of the tree, as its head stands there.
 * @param commits those of the pull request, or how many it has on its branch
 */
export function countOf(
	tree: WorkTree,
	pullRequest: PullRequest,
	{head, commits}: {head: string; commits: number | readonly string[]},
): Promise<CountedPull> {
	const context = {
		...contextIn(tree),
		env: {...tree.env, MEMORY_TOKEN: 'open sesame'},
		codeHost: memoryHost([], undefined, {'octo/app': tree.root}),
	};
	const here = {host: 'memory', owner: 'octo', repo: 'app', number: 7, headRefOid: head};
	const listedCommits = typeof commits === 'number' ? {} : {commits};
	const commitCount = typeof commits === 'number' ? commits : commits.length;
	const read = {...pullRequest, ...here, commitCount, source: {kind: 'host', id: 'memory'} as const};
	const pull = {
		listed: {...listed, headOid: head},
		read: {pullRequest: read, ...listedCommits, checks: null, files: []},
	};
	return withBareClone(context, repository => countPull(pull, repository, context));
}

/** The same for what was written in a review. */
export const countReview = (tree: WorkTree, review: Review, at: Parameters<typeof countOf>[2]): Promise<CountedPull> =>
	countOf(tree, parseRecording(review.text(), 'a review'), at);
