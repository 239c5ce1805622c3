import * as z from 'zod/mini';
import type {WriteRefusal} from '../../code-host/commit-order.ts';
import type {Location} from '../../code-host/location.ts';
import type {Publisher, Write, WriteEnd} from '../../code-host/publisher.ts';
import {Failure} from '../../failure.ts';
import {at, objectAt, textAt} from '../../system/json.ts';
import type {Client} from '../client.ts';
import type {Refusal} from '../request.ts';
import {commitOnBranch} from './commit/commit-on-branch.ts';
import {mutations} from './documents.ts';
import type {Pace} from './pace.ts';
import {refusedWrite} from './refused-write.ts';
import type {StandingReader} from './standing.ts';
import {readBodiesNow, readCommentsToday, readThreadsNow, readThreadsToday} from './threads.ts';

/** @param clients one to read with, and one to write with that never waits */
export function openPublisher(
	{reader, writer}: {reader: Client; writer: Client},
	pace: Pace,
	standing: StandingReader,
	location: Location,
): Publisher {
	const subject = {repository: `${location.owner}/${location.name}`, number: location.number};
	const ofPullRequest = async () => ({client: reader, subject, id: (await standing.known()).id});
	const sending = (write: Write) => async (): Promise<DoneWrite | Refusal> => {
		const {document, field, variables} = requestOf(write);
		const shape = z.record(z.string(), z.unknown());
		const answer = await writer.tryQuery({document, variables, shape, required: [field], subject});
		return 'failure' in answer ? answer : doneWith(answer.data[field]);
	};
	const endOf = (answer: DoneWrite | Refusal): WriteEnd =>
		'failure' in answer ? refusedWrite(answer.failure, pace.until()) : answer;
	let blocked: Blocked | null = null;
	/** Without a turn nothing is written, and none is asked for again. */
	async function unlessBlocked<End>(write: () => Promise<End>): Promise<End | Blocked> {
		if (blocked) return blocked;
		try {
			return await write();
		} catch (error) {
			if (!(error instanceof Failure) || error.kind !== 'guard') throw error;
			blocked = {kind: 'blocked', failure: error};
			return blocked;
		}
	}
	return {
		standing: standing.read,
		threads: async () => readThreadsToday(await ofPullRequest()),
		threadsNow: ids => readThreadsNow(reader, ids, subject),
		comments: async () => readCommentsToday(await ofPullRequest()),
		bodiesNow: ids => readBodiesNow(reader, ids, subject),
		ready: async () => void (await unlessBlocked(pace.ready)),
		commit: order => unlessBlocked(() => commitOnBranch(order, {reader, writer, pace})),
		write: write => unlessBlocked(async () => endOf(await pace.send(sending(write)))),
		writeAsRead: write =>
			unlessBlocked(async () => {
				const answer = await pace.sendOnce(sending(write));
				return answer === 'later' ? {kind: answer} : endOf(answer);
			}),
		estimateMs: pace.estimateMs,
	};
}

type DoneWrite = Extract<WriteEnd, {kind: 'done'}>;

type Blocked = Extract<WriteRefusal, {kind: 'blocked'}>;

/** A document with its variables; `field` is the one that must not be null in the response. */
type Request = {document: string; field: string; variables: Record<string, unknown>};

function requestOf({kind, ...variables}: Write): Request {
	const isNewComment = kind === 'comment' && 'comment' in variables && variables.comment === null;
	const document = kind === 'comment' && !isNewComment ? mutations.editComment : mutations[kind];
	const [, field = ''] = /^\t(\w+)\(/m.exec(document) ?? [];
	const names = new Set([...document.matchAll(/\$(\w+):/g)].map(([, name]) => name));
	const used = Object.entries(variables).filter(([name]) => names.has(name));
	return {document, field, variables: Object.fromEntries(used)};
}

function doneWith(payload: unknown): DoneWrite {
	const comment =
		at(payload, 'comment') ??
		at(payload, 'pullRequestReviewComment') ??
		at(payload, 'issueComment') ??
		at(payload, 'commentEdge', 'node');
	if (comment === undefined || comment === null) return {kind: 'done', comment: null, isPending: false};
	const {id, url, state} = objectAt(comment);
	return {
		kind: 'done',
		comment: {id: textAt({id}, 'id'), url: typeof url === 'string' ? url : null},
		isPending: state === 'PENDING',
	};
}
