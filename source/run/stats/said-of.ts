import {wordsBelow} from '../../review/answers.ts';
import {parseReply} from '../../review/closing/marker.ts';
import type {PullRequest, ReviewComment} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {lastWords, type Remembered, rememberedOf, wordsOn} from '../../review/remembered.ts';

/** What was written about a finding in its threads. */
export type SaidOf = {
	/** By our marker, from an account with a role. */
	isDeclined: boolean;
	/** When a person answered first, as ISO 8601; null if nobody has. */
	answeredAt: string | null;
	/** Whether all of its threads are resolved. */
	isResolved: boolean;
};

/** Reads the answers on a pull request. Every account that is no bot is a person. */
export function readSaid(pullRequest: Pick<PullRequest, 'reviewThreads' | 'comments'>): (finding: Finding) => SaidOf {
	const threadOf = new Map(
		pullRequest.reviewThreads.flatMap(thread => thread.comments.map(({id}) => [id, thread] as const)),
	);
	const declines = lastWords(wordsOn(pullRequest, {viewer: null, mayWrite: null}));
	return finding => {
		const places = [finding.source, ...finding.alsoTold].flatMap(({kind, commentId}) => {
			const thread = kind === 'thread' ? threadOf.get(commentId) : undefined;
			return thread ? [{thread, below: wordsBelow(thread.comments, commentId)}] : [];
		});
		const below = places.flatMap(each => each.below).filter(({state}) => state !== 'pending');
		const times = below.filter(isPersons).flatMap(({createdAt}) => createdAt ?? []);
		const words = [null, ...finding.changes].map(change => rememberedOf(finding, change, declines));
		return {
			isDeclined: lastOf(words)?.kind === 'declined' || (!lastOf(words) && isDeclinedByAgent(finding, below)),
			answeredAt: times.toSorted()[0] ?? null,
			isResolved: places.length > 0 && places.every(({thread}) => thread.isResolved),
		};
	};
}

/** Our own replies say what the program found, unless a person wrote them. */
function isPersons({author, body}: ReviewComment): boolean {
	if (author?.isBot) return false;
	const reply = parseReply(body);
	return reply === null || reply.ownWords !== null;
}

const lastOf = (words: readonly (Remembered | undefined)[]): Remembered | undefined =>
	words
		.filter(word => word !== undefined)
		.toSorted((one, other) => one.rank - other.rank)
		.at(-1);

/** What a coding agent declines binds nobody, so that its marker names no decision. */
function isDeclinedByAgent({id}: Finding, below: readonly ReviewComment[]): boolean {
	const replies = below.flatMap(({author, authorAssociation, body}) => {
		const isRole = author !== null && !author.isBot && (authorAssociation?.isRole ?? true);
		return isRole ? (parseReply(body) ?? []) : [];
	});
	return replies.some(({state, finding}) => state === 'not-applied' && finding.split(',').includes(id));
}
