import {isSameAccount, parseReply} from './closing/marker.ts';
import type {Comment, PullRequest, ReviewThread} from './comment.ts';
import type {Finding} from './finding.ts';
import {hashBody} from './identity.ts';

/** A comment in a thread, as far as what it says of the findings before it depends on it. */
export type ThreadWords = Pick<Comment, 'id' | 'author' | 'authorAssociation' | 'body'>;

/** What is known of the accounts that write in threads. */
export type Accounts = {
	/** Login of the token's account; null if it is unknown, as in a recording. */
	viewer: string | null;
	/**
	 * By login in lower case, whether an account may write to the repository; null: that cannot be found out. Accounts that
	 * were not looked up are missing. Instead of all, null: roles tell, as in a recording.
	 */
	mayWrite: ReadonlyMap<string, boolean | null> | null;
};

/**
 * What a comment is to the findings before it. `answer`: it holds them back, whatever it says; `reply`: it is one of ours;
 * `own-words`: both, because a person wrote it to be sent by us; `unknown`: its author has to be looked up.
 */
export type Meaning = 'answer' | 'reply' | 'own-words' | 'nothing' | 'unknown';

/** Whether a comment is what a person says. */
export const isAnswer = (words: ThreadWords, accounts: Accounts): boolean => {
	const meaning = meaningOf(words, accounts);
	return meaning === 'answer' || meaning === 'own-words';
};

/** Whether a comment was sent by this program. */
export const isSentByUs = (words: ThreadWords, accounts: Accounts): boolean => {
	const meaning = meaningOf(words, accounts);
	return meaning === 'reply' || meaning === 'own-words';
};

export function meaningOf({author, authorAssociation, body}: ThreadWords, {viewer, mayWrite}: Accounts): Meaning {
	// The account is deleted: nobody knows what it was.
	if (author === null) return 'answer';
	const reply = parseReply(body);
	// A decline that names nothing declines nothing, so that it would be lost.
	const isLost = reply?.state === 'declined' && reply.declined.length === 0 && reply.ownWords === null;
	const isReply = reply !== null && !isLost;
	const ours = reply === null || reply.ownWords === null ? 'reply' : 'own-words';
	if (reply && viewer !== null && isSameAccount(author, viewer)) return ours;
	if (author.isBot) return 'nothing';
	// A recording without this field is its user's own file.
	const isRole = authorAssociation?.isRole ?? true;
	if (!isReply && isRole) return 'answer';
	if (mayWrite === null) return isRole ? ours : 'nothing';
	const isWriter = mayWrite.get(author.login.toLowerCase());
	if (isWriter === undefined) return 'unknown';
	// Only who may write can have had our reply written.
	if (isReply && isWriter === true) return ours;
	return isRole || isWriter !== false ? 'answer' : 'nothing';
}

/** A comment by a person in the thread of a finding, below it. */
export type Answer = {
	/** Login; null for a deleted account. */
	by: string | null;
	url: string | null;
	/** Of the comment as it is: another one after an edit. */
	key: string;
};

/**
 * A thread of a finding, the comment there that asks for it, and the keys of all its comments as they were read. `thread` is
 * its node id, null in a recording: on the host it cannot be read again.
 */
export type ThreadHeard = {thread: string | null; comment: string; comments: string[]};

/** What people say in the threads of findings. */
export type Answers = {
	/** The answers to a finding, in the order of its threads. */
	to: (finding: Finding) => Answer[];
	/** The threads of a finding. */
	heard: (finding: Finding) => ThreadHeard[];
};

/** Tells comments apart, and a comment from what it was before an edit. */
export const wordsKey = ({id, body}: Pick<ThreadWords, 'id' | 'body'>) => `${id}:${hashBody(body)}`;

/** The comments below one of a thread; all if it is gone. */
export const wordsBelow = <Words extends {id: string}>(comments: readonly Words[], id: string): Words[] =>
	comments.slice(comments.findIndex(comment => comment.id === id) + 1);

/** What was written below a finding since its thread was heard. */
export const wordsSince = <Words extends ThreadWords>(
	{comment, comments}: ThreadHeard,
	now: readonly Words[],
): Words[] => wordsBelow(now, comment).filter(words => !comments.includes(wordsKey(words)));

export const answerOf = (comment: ThreadWords & Pick<Comment, 'url'>): Answer => ({
	by: comment.author?.login ?? null,
	url: comment.url,
	key: wordsKey(comment),
});

export function readAnswers(pullRequest: Pick<PullRequest, 'reviewThreads'>, accounts: Accounts): Answers {
	const threadsOf = threadLookup(pullRequest);
	return {
		to: finding =>
			threadsOf(finding)
				.flatMap(({below}) => below)
				.filter(comment => isAnswer(comment, accounts))
				.map(answerOf),
		heard: finding =>
			threadsOf(finding).map(({thread, comment}) => ({
				...{thread: accounts.mayWrite === null ? null : thread.id, comment},
				comments: thread.comments.map(wordsKey),
			})),
	};
}

/** Logins that have to be looked up to know which comments answer these findings. */
export function accountsToLookUp(
	pullRequest: Pick<PullRequest, 'reviewThreads'>,
	findings: readonly Finding[],
	viewer: string | null,
): string[] {
	return loginsToLookUp(
		findings.flatMap(threadLookup(pullRequest)).flatMap(({below}) => below),
		viewer,
	);
}

/** The same to know what comments are. */
export function loginsToLookUp(words: readonly ThreadWords[], viewer: string | null): string[] {
	const nothingKnown = {viewer, mayWrite: new Map()};
	const unknown = words.filter(comment => meaningOf(comment, nothingKnown) === 'unknown');
	return [...new Set(unknown.flatMap(({author}) => author?.login.toLowerCase() ?? []))];
}

type FindingThread = {thread: ReviewThread; comment: string; below: ReviewThread['comments']};

/** The threads that a finding is in, with the comments below it. What is not submitted says nothing yet. */
function threadLookup({reviewThreads}: Pick<PullRequest, 'reviewThreads'>): (finding: Finding) => FindingThread[] {
	const byComment = new Map(reviewThreads.flatMap(thread => thread.comments.map(({id}) => [id, thread] as const)));
	return ({source, alsoTold}) =>
		[source, ...alsoTold].flatMap(({kind, commentId}) => {
			const thread = kind === 'thread' ? byComment.get(commentId) : undefined;
			if (!thread) return [];
			const below = wordsBelow(thread.comments, commentId).filter(({state}) => state !== 'pending');
			return {thread, comment: commentId, below};
		});
}
