import type {ReadPullRequest} from '../../code-host/lists.ts';
import {readComments} from '../../review/read.ts';
import {reviewersAt} from '../../review/reviewers-at.ts';
import {inSteps} from '../in-steps.ts';
import type {RowRead} from './row.ts';

/** What a row shows of a pull request before it is analyzed. @throws the signal's reason */
export async function toRowRead({pullRequest, checks}: ReadPullRequest, signal: AbortSignal): Promise<RowRead> {
	const {state, title, headRefName, headRefOid, headRepository, reviewThreads, completeness} = pullRequest;
	const {reviewers} = await inSteps(
		readComments(pullRequest, {includeResolved: false, excludeOutdated: false}),
		signal,
	);
	return {
		...{state, title, headRefName, headRepository, checks},
		threads: {open: reviewThreads.filter(({isResolved}) => !isResolved).length, all: reviewThreads.length},
		reviewers: headRefOid === null ? reviewers : reviewersAt(headRefOid, pullRequest, reviewers, null),
		incomplete: completeness.incomplete,
	};
}
