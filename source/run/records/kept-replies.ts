import * as z from 'zod/mini';
import {ownWordsShape} from '../../delivery/record.ts';
import type {DeliveryRequest} from '../../delivery/request.ts';
import type {PublicationStep} from '../../delivery/steps/table.ts';
import {formatOwnWords, nothingDecided, ownMarker, parseReply} from '../../review/closing/marker.ts';
import type {OwnWords} from '../../review/closing/thread-plan.ts';
import type {PullRequest, ReviewComment} from '../../review/comment.ts';
import {hashBody} from '../../review/identity.ts';
import type {RecordFile} from '../../system/records.ts';
import {ifShaped} from '../../system/shape.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {type KeptForm, openKept} from './kept-file.ts';

type KeptReplies = {replies: OwnWords[]};

const repliesForm: KeptForm<KeptReplies> = {
	kind: 'replies',
	read: ifShaped(z.object({replies: z.array(ownWordsShape)})),
	unkept: {code: 'replies-unwritable', what: 'your replies', remedy: 'Make the folder writable.'},
};

/** What a person wrote for threads of a pull request, until it is sent. */
export const openReplies = (records: string, on: PullRequest, context: Pick<Context, 'log'>) =>
	openKept(repliesForm, records, on, context);

/** Keeps exactly these. @throws {Failure} `replies-unwritable` */
export const keepReplies = (file: RecordFile<KeptReplies>, replies: readonly OwnWords[]) =>
	replies.length === 0 ? file.drop() : file.keep({replies: [...replies]});

/**
 * Those that are in no thread of the pull request, and that no run has sent: a process may have been killed before it could forget
 * them, and what was deleted since is not sent again.
 */
export async function unsentReplies(
	{pullRequest: {reviewThreads, viewer}, ...on}: Read,
	file: RecordFile<KeptReplies>,
	context: Context,
): Promise<OwnWords[]> {
	const {replies = []} = (await file.take()) ?? {};
	if (replies.length === 0) return [];
	const runs = await openJournal(on.repository.records, context).listReadable();
	const byUser = (comment: ReviewComment) => viewer !== undefined && ownMarker(comment, viewer) !== null;
	const sent = new Set([
		...reviewThreads.flatMap(({id, comments}) => comments.filter(byUser).flatMap(({body}) => keysOf(id, body))),
		...runs.flatMap(({publication}) => publication.flatMap(keysSentBy)),
	]);
	const unsent = replies.filter(({thread, text}) => !sent.has(keyOf(thread, hashBody(text))));
	if (unsent.length < replies.length) await keepReplies(file, unsent);
	return unsent;
}

type Read = {pullRequest: PullRequest; repository: Pick<Repository, 'records'>};

const keyOf = (thread: string | null, hash: string) => `${thread} ${hash}`;

function keysOf(thread: string | null, body: string): string[] {
	const hash = parseReply(body)?.ownWords ?? null;
	return hash === null ? [] : [keyOf(thread, hash)];
}

const keysSentBy = (step: PublicationStep): string[] =>
	step.kind === 'reply' && step.state === 'done' ? keysOf(step.target, step.result.body) : [];

/** A request that replies, with what the person wrote for threads of the pull request. */
export async function withOwnWords(request: DeliveryRequest, read: Read, context: Context): Promise<DeliveryRequest> {
	const {publish} = request;
	const {pullRequest, repository} = read;
	if (!publish?.reply || pullRequest.source.kind === 'recording') return request;
	const ownWords = await unsentReplies(read, openReplies(repository.records, pullRequest, context), context);
	return ownWords.length === 0 ? request : {...request, publish: {...publish, ownWords}};
}

/** GitHub's limit for a comment, in characters. */
const mostCharacters = 65_536;

/** As long as a marker can become, about. */
const markerCharacters =
	formatOwnWords('', {state: 'already-fixed', commit: '0'.repeat(64)}, '', [], nothingDecided).length + 500;

/** Why a text cannot be sent as a reply of the user's own; null if it can. */
export async function whyUnsendable(text: string): Promise<string | null> {
	const most = mostCharacters - markerCharacters;
	if ([...text].length > most) return `it has more than ${most.toLocaleString('en-US')} characters`;
	const {withoutSecrets} = await import('../../llm/mask/mask.ts');
	return (await withoutSecrets(text)) === text ? null : 'it has what looks like a secret';
}
