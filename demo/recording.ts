import type {History} from './fast-import.ts';

/** The parts of the recording that the demo reads; they include the history of its repository. */
export type DemoRecording = {
	pullRequest: {
		number: number;
		title: string;
		headRefName: string;
		baseRefName: string;
		headRepository: {nameWithOwner: string};
		reviewThreads: {comments: (Remark & {diffHunk: string | null})[]}[];
		reviews: Remark[];
		comments: Remark[];
	};
	repository: History;
};

type Remark = {author: {__typename: 'Bot' | 'User'; login: string}};

/** The numbers of comments, and of the bots and people who wrote them. */
export function countReviewers({pullRequest: {reviewThreads, reviews, comments}}: DemoRecording) {
	const remarks = [...reviewThreads.flatMap(thread => thread.comments), ...reviews, ...comments];
	const loginsOf = (type: Remark['author']['__typename']) =>
		new Set(remarks.flatMap(({author}) => (author.__typename === type ? author.login : [])));
	return {comments: remarks.length, bots: loginsOf('Bot').size, people: loginsOf('User').size};
}
