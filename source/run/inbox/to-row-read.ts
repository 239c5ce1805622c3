import type {ReadPullRequest} from '../../code-host/lists.ts';
import type {ReviewRead} from '../../review/read.ts';
import {reviewersAt} from '../../review/reviewers-at.ts';
import type {RowRead} from './row.ts';

/** What a row shows of a pull request before it is analyzed. */
export function toRowRead({pullRequest, checks}: ReadPullRequest, {reviewers}: ReviewRead): RowRead {
	const {state, title, headRefName, headRefOid, headRepository, reviewThreads, completeness} = pullRequest;
	return {
		...{state, title, headRefName, headRepository, checks},
		threads: {open: reviewThreads.filter(({isResolved}) => !isResolved).length, all: reviewThreads.length},
		reviewers: headRefOid === null ? reviewers : reviewersAt(headRefOid, pullRequest, reviewers, null),
		incomplete: completeness.incomplete,
	};
}
