import type {History} from './fast-import.ts';

/** What the demo itself reads of its recording, which brings the history of its repository along. */
export type DemoRecording = {
	pullRequest: {
		title: string;
		headRefName: string;
		baseRefName: string;
		reviewThreads: {comments: Remark[]}[];
		reviews: Remark[];
		comments: Remark[];
	};
	repository: History;
};

type Remark = {author: {__typename: 'Bot' | 'User'; login: string}};

/** How many comments there are, and how many bots and people wrote them. */
export function countReviewers({pullRequest: {reviewThreads, reviews, comments}}: DemoRecording) {
	const remarks = [...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments];
	const loginsOf = (type: Remark['author']['__typename']) =>
		new Set(remarks.flatMap(({author}) => (author.__typename === type ? author.login : [])));
	return {comments: remarks.length, bots: loginsOf('Bot').size, people: loginsOf('User').size};
}
