import {type Accounts, isSentByUs} from './answers.ts';
import {type Decided, isSameAccount, parseReply} from './closing/marker.ts';
import {parseSummaryComment} from './closing/summary-comment.ts';
import {type Comment, editedAt, type PullRequest} from './comment.ts';
import type {Change, DeclinedForGood, Finding} from './finding.ts';

/** What was decided in an earlier run, here or anywhere else. */
export type EarlierWord = {
	/** `taken`: up again, after it was declined or reverted; `deferred`: left to a person. */
	kind: 'declined' | 'reverted' | 'taken' | 'deferred';
	/** Of changes and findings. */
	ids: readonly string[];
	/** Login; null for a run of this clone. */
	by: string | null;
	/** Id of the run that a reply names; absent: none is known. */
	run?: string;
	/** Why it was declined, if a reason was given. */
	reason: string | null;
	/** In milliseconds since the epoch. */
	at: number;
	/** It is a coding agent's: any word of a person replaces it. Absent: a person's. */
	isAgents?: true;
	/** Its reason is said in the thread also where its comment is in words. */
	isTold?: true | undefined;
	/** It is the team's, in the memory of the repository: any other word replaces it. */
	memory?: DeclinedForGood;
};

/** The last word on a change or a finding; `rank` grows with time. */
export type Remembered = Omit<EarlierWord, 'ids' | 'at'> & {rank: number};

/** By the id of the change or finding. */
export type RememberedIds = ReadonlyMap<string, Remembered>;

/** Those of our own words on a pull request that count, oldest first. */
export function wordsOn(
	{reviewThreads, comments}: Pick<PullRequest, 'reviewThreads' | 'comments'>,
	accounts: Accounts,
): EarlierWord[] {
	const inThreads = reviewThreads.flatMap(thread => {
		let at = 0;
		return thread.comments.flatMap(comment => {
			// A reply that was edited later still stands before the next one.
			at = Math.max(at, editedAt(comment) ?? 0);
			return comment.state === 'pending' ? [] : wordsInReply(comment, at, accounts);
		});
	});
	const inSummaries = comments.flatMap(comment => wordsInSummary(comment, editedAt(comment) ?? 0, accounts));
	return [...inThreads, ...inSummaries];
}

/** The last word on each id. */
export function lastWords(words: readonly EarlierWord[]): Map<string, Remembered> {
	const weightOf = ({isAgents, memory}: EarlierWord) => (memory ? 0 : isAgents ? 1 : 2);
	const inOrder = words.toSorted((one, other) => weightOf(one) - weightOf(other) || one.at - other.at);
	return new Map(inOrder.flatMap(({ids, at: _, ...word}, rank) => ids.map(id => [id, {...word, rank}] as const)));
}

/** The last word on a change of a finding, or on the finding if it has none; undefined if there is none. */
export function rememberedOf(
	{id}: Pick<Finding, 'id'>,
	change: Pick<Change, 'id'> | null,
	words: RememberedIds,
): Remembered | undefined {
	const found = [words.get(id), change ? words.get(change.id) : undefined].filter(word => word !== undefined);
	return found.toSorted((one, other) => other.rank - one.rank)[0];
}

/** Logins whose summaries are on a pull request, and that have to be looked up. */
export const summaryAuthors = ({comments}: Pick<PullRequest, 'comments'>, viewer: string | null): string[] =>
	comments.flatMap(({author, body}) => {
		const isOther = author !== null && !author.isBot && !(viewer !== null && isSameAccount(author, viewer));
		return isOther && parseSummaryComment(body) ? [author.login.toLowerCase()] : [];
	});

function wordsInReply(comment: Comment, at: number, accounts: Accounts): EarlierWord[] {
	const marker = parseReply(comment.body);
	if (!marker) return [];
	const isOurs = isSentByUs(comment, accounts);
	// Who only holds back needs no permission.
	const mayHold = isOurs || comment.author?.isBot === true;
	const by = comment.author?.login ?? null;
	const ids = [...(marker.state === 'reverted' ? marker.finding.split(',') : []), ...marker.reverted];
	const reverted: EarlierWord[] = mayHold ? [{kind: 'reverted', ids, by, reason: null, at}] : [];
	const reason = marker.state === 'declined' && marker.ownWords === null ? reasonIn(comment.body) : null;
	const told = marker.state === 'declined' ? ({isTold: true} as const) : {};
	return [...reverted, ...(isOurs ? wordsOf(marker, {by, run: marker.run, reason, at, ...told}) : [])];
}

function wordsInSummary(comment: Comment, at: number, accounts: Accounts): EarlierWord[] {
	const {author} = comment;
	const summary = author === null ? null : parseSummaryComment(comment.body);
	if (!author || !summary) return [];
	const isOurs = isSummaryOfOurs(comment, accounts);
	const rows = summary.rows.filter(({state}) => state === 'reverted');
	const ids =
		isOurs || author.isBot ? [...rows.flatMap(({finding}) => finding.split(',')), ...summary.decided.reverted] : [];
	const by = author.login;
	const reverted: EarlierWord = {kind: 'reverted', ids, by, reason: null, at};
	return [reverted, ...(isOurs ? wordsOf(summary.decided, {by, reason: null, at}) : [])];
}

/** As with a reply: by the token's account, or one that may write. */
function isSummaryOfOurs({author, authorAssociation}: Comment, {viewer, mayWrite}: Accounts): boolean {
	if (author === null) return false;
	if (viewer !== null && isSameAccount(author, viewer)) return true;
	if (author.isBot) return false;
	return mayWrite === null ? (authorAssociation?.isRole ?? true) : mayWrite.get(author.login.toLowerCase()) === true;
}

const wordsOf = (
	{declined, taken}: Decided,
	word: Pick<EarlierWord, 'by' | 'run' | 'reason' | 'at' | 'isTold'>,
): EarlierWord[] => [
	{...word, kind: 'taken', ids: taken, reason: null},
	{...word, kind: 'declined', ids: declined},
];

const reasonIn = (body: string) => /^Not applied: (.+)\.$/.exec(body.replace(/\n.*$/s, '').trimEnd())?.[1] ?? null;
