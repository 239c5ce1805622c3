import {
	type Answer,
	answerOf,
	isAnswer,
	loginsToLookUp,
	type ThreadHeard,
	type ThreadWords,
	wordsSince,
} from '../../review/answers.ts';
import type {Comment} from '../../review/comment.ts';
import {locationOf} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import {isHeldBy, whoMayWrite} from '../../run/decisions/answers.ts';
import type {Candidate, LeftOut} from '../../worktree/commit/gather.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {DeliverySite} from '../delivery.ts';
import {openHostSide} from '../publish/open-publishing.ts';

/** Where answers are read. */
export type AnswerSite = Pick<DeliverySite<Repository>, 'repository' | 'target'>;

/** An edit that an answer holds back which came after it was planned. */
export type Answered = {edit: RunEdit; answer: Answer};

/** Node ids of the threads that edits are asked for in. Records of older versions have none, and so have recordings. */
export const threadsOf = (edits: readonly RunEdit[]): string[] => [
	...new Set(edits.flatMap(({heard = []}) => heard.flatMap(({thread}) => thread ?? []))),
];

/** The comments in threads, by their node ids. */
type CommentsIn = ReadonlyMap<string, readonly (ThreadWords & Pick<Comment, 'url'>)[]>;

/**
 * Finds recorded edits that people have answered since their comments were recorded.
 * @param read what their threads hold; by default they are read
 * @throws {Failure} of the host; the signal's reason
 */
export async function answersSince(
	edits: readonly RunEdit[],
	{target, repository}: AnswerSite,
	context: Context,
	read: CommentsIn | null = null,
): Promise<Answered[]> {
	const threads = threadsOf(edits);
	if (target === null || threads.length === 0) return [];
	const {connection, publisher} = await openHostSide(target, repository, context, () => {});
	const now: CommentsIn =
		read ?? new Map((await publisher.threadsNow(threads)).map(({id, comments}) => [id, comments]));
	const since = (heard: ThreadHeard) => wordsSince(heard, now.get(heard.thread ?? '') ?? []);
	const words = edits.flatMap(({heard = []}) => heard.flatMap(since)).filter(({author}) => author?.isBot !== true);
	if (words.length === 0) return [];
	const {viewer} = await publisher.standing();
	const logins = loginsToLookUp(words, viewer);
	const accounts = {viewer, mayWrite: await whoMayWrite(logins, connection, locationOf(target))};
	return edits.flatMap(edit => {
		const comment = edit.heard?.flatMap(since).findLast(one => isAnswer(one, accounts));
		return comment ? [{edit, answer: answerOf(comment)}] : [];
	});
}

/**
 * Records that a person takes edits in spite of what stands in their threads: only a later answer holds them back.
 * @param keysIn the keys of the comments of a thread, by its node id
 */
export async function recordAsHeard(
	runs: readonly Run[],
	isTaken: (edit: RunEdit) => boolean,
	keysIn: ReadonlyMap<string | null, readonly string[]>,
	{repository}: Pick<AnswerSite, 'repository'>,
	context: Context,
): Promise<void> {
	const journal = openJournal(repository.records, context);
	const hear = (heard: ThreadHeard): ThreadHeard => {
		const comments = [...new Set([...heard.comments, ...(keysIn.get(heard.thread) ?? [])])];
		return comments.length > heard.comments.length ? {...heard, comments} : heard;
	};
	for (const {id, edits} of runs) {
		let isNew = false;
		const told = edits.map(edit => {
			const {heard: before} = edit;
			if (!before || !isTaken(edit)) return edit;
			const heard = before.map(hear);
			isNew ||= heard.some((one, index) => one !== before[index]);
			return {...edit, heard};
		});
		if (isNew) await journal.revise(id, {edits: told});
	}
}

type Source = Candidate['source'];

/** An edit that the next commit would have, the run that made it, and why it must not. */
export type HeldEdit = Source & {reason: string};

export const sourcesOf = ({id, edits}: Run): Source[] => edits.map(edit => ({run: id, edit}));

/** Those that people have answered since they were planned. @throws {Failure} of the host */
export async function heldAmong(sources: readonly Source[], site: AnswerSite, context: Context): Promise<HeldEdit[]> {
	const edits = new Set(sources.map(({edit}) => edit));
	const answered = await answersSince([...edits], site, context);
	const reasons = new Map(answered.map(({edit, answer}) => [edit, isHeldBy(answer)]));
	return sources.flatMap(source => {
		const reason = reasons.get(source.edit);
		return reason === undefined ? [] : [{...source, reason}];
	});
}

/** Keeps these edits out of a commit. */
export function withoutHeld(held: readonly HeldEdit[]): LeftOut {
	const reasons = new Map(held.flatMap(({reason, ...source}) => namesOf(source).map(name => [name, reason] as const)));
	return ({source}) => {
		const reason = namesOf(source).flatMap(name => reasons.get(name) ?? [])[0];
		return reason === undefined ? null : {reason, isAnswered: true};
	};
}

/** By each of its changes: a hook can join edits. */
const namesOf = ({run, edit: {path, changes}}: Source): string[] =>
	(changes.length > 0 ? changes : [null]).map(change => JSON.stringify([run, path, change]));
