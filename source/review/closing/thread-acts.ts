import {isSentByUs, meaningOf} from '../answers.ts';
import {hashBody} from '../identity.ts';
import type {ThreadClosing} from './close-thread.ts';
import {earlierThan, hasSaidSo} from './commit-claims.ts';
import {goneWith} from './later-text.ts';
import {
	addsReason,
	commitsIn,
	decidedAfter,
	formatOwnWords,
	formatReply,
	hasDecided,
	isSameAccount,
	nothingDecided,
	parseReply,
	saidIn,
} from './marker.ts';
import {isPlainUrl} from './quotable.ts';
import {open, type StaysOpen} from './stays-open.ts';
import {addressOf, hasOwnWords, isEdited, lastReply, type ThreadCommentNow, type ThreadNow} from './thread-now.ts';
import type {Act, ThreadActs, ThreadPlan, ThreadWorld, Told, Wishes} from './thread-plan.ts';

export function actsIn(thread: ThreadNow, plan: ThreadPlan, wishes: Wishes, world: ThreadWorld): ThreadActs {
	const isSurpassed = plan.closing.text === null && world.isSurpassed(thread);
	const closing = isSurpassed ? {...plan.closing, isClosed: true, open: null} : plan.closing;
	const before: Told = world.rowOf(thread) === null ? 'reply' : 'summary';
	const nothing = (why: StaysOpen | null): ThreadActs => ({acts: [], open: why, told: before, row: null});
	const isOwn = wishes.reply && plan.ownWords !== null;
	const gone = wishes.reply && !isOwn ? goneActs(thread, plan, world) : null;
	if (gone) return {...gone, open: open.gone, told: before};
	const {isResolved} = thread;
	if (isResolved && !isOwn && !isTakenUp(thread, plan, world)) return nothing(null);
	if (isEdited(thread, plan.read)) return nothing(open.edited);
	if (closing.text === null && !isSurpassed && !isOwn) return nothing(closing.open);
	if (wordsOfPeople(thread, world).some(comment => !world.wasRead(comment))) return nothing(open.answered);
	return actsFor(thread, {...plan, closing}, wishes, world, {isSurpassed, before});
}

/** The same for a thread in which something may be written. @param before where we have answered it so far */
function actsFor(
	thread: ThreadNow,
	plan: ThreadPlan,
	wishes: Wishes,
	world: ThreadWorld,
	{isSurpassed, before}: {isSurpassed: boolean; before: Told},
): ThreadActs {
	const {closing} = plan;
	const {isResolved} = thread;
	const react = wishes.react ? thumbs(thread, plan) : [];
	const isSaid = isSurpassed && plan.ownWords === null;
	const reply = wishes.reply && !isSaid ? replyIn(thread, plan, world) : null;
	const why = whyOpen(thread, closing, wishes, world);
	const isLeft = why !== null || isResolved;
	const isRow = !isLeft && reply?.kind === 'reply' && wishes.replies === 'needed' && fitsRow(thread, plan, world);
	if (reply && !isRow && !thread.mayReply) return {acts: [], open: open.mayNotReply, told: before, row: null};
	const told = isRow ? 'summary' : reply ? 'reply' : before;
	const tell: Act[] = reply && !isRow ? [reply] : [];
	const resolve: Act[] = isLeft ? [] : [{kind: 'resolve', thread: thread.id}];
	return {acts: [...tell, ...resolve, ...react], open: isResolved ? null : why, told, row: isRow ? closing : null};
}

/**
 * What we said that names a commit which was pushed away is corrected, and its thread is open again, if the head has nothing
 * of it; null if there is no such thing.
 */
function goneActs(
	thread: ThreadNow,
	{closing, run, findings, read, isCompared}: ThreadPlan,
	world: ThreadWorld,
): Pick<ThreadActs, 'acts' | 'row'> | null {
	const own = lastReply(thread, world.viewer);
	const said = own ? saidIn(own.marker, own.comment.body) : world.rowOf(thread);
	if (!said || closing.text !== null || !(isCompared || world.isGone(thread)) || isEdited(thread, read)) return null;
	const commits = commitsIn(said.text).filter(oid => !world.isPublished(oid));
	const gone = goneWith(said.state, commits);
	if (!gone) return null;
	const unresolve: Act[] = thread.isResolved && world.isOurs(thread) ? [{kind: 'unresolve', thread: thread.id}] : [];
	if (!own) return {acts: unresolve, row: gone};
	// What a person wrote stays as it is.
	if (own.marker.ownWords !== null) return {acts: unresolve, row: null};
	const edit: Act = {
		kind: 'edit',
		thread: thread.id,
		comment: own.comment.nodeId,
		body: formatReply(gone, run, findings, own.marker, earlierThan(gone, own)),
	};
	return {acts: [edit, ...unresolve], row: null};
}

/** Whether a row of the summary can answer a thread: its suggestion is on the head as written, and nobody has replied for us. */
const fitsRow = (thread: ThreadNow, {closing, isAsWritten, ownWords}: ThreadPlan, {accounts}: ThreadWorld): boolean =>
	isAsWritten &&
	ownWords === null &&
	(closing.state === 'fixed' || closing.state === 'already-fixed') &&
	isPlainUrl(addressOf(thread)) &&
	!thread.comments.some(comment => isSentByUs(comment, accounts));

/** Whether a reply of ours declines what a commit of ours has by now: that is corrected in a resolved thread as well. */
function isTakenUp({comments}: ThreadNow, {made}: ThreadPlan, {accounts}: ThreadWorld): boolean {
	const last = comments.findLast(comment => isSentByUs(comment, accounts));
	const reply = parseReply(last?.body ?? '');
	return reply?.state === 'not-applied' ? made.size > 0 : (reply?.declined.some(id => made.has(id)) ?? false);
}

/** What people wrote by hand. The account of a comment without an author is deleted. */
const wordsOfPeople = ({comments}: ThreadNow, {accounts}: Pick<ThreadWorld, 'accounts'>): ThreadCommentNow[] =>
	comments.filter(one => one.author?.isBot !== true && meaningOf(one, accounts) !== 'reply');

/**
 * One reply for each state: a thread that heard the same from any account is left alone, and a last word of ours is edited.
 * A reply is not the same if it names a commit that was pushed away.
 */
function replyIn(
	thread: ThreadNow,
	{closing, run, findings, made, ownWords, ...plan}: ThreadPlan,
	world: ThreadWorld,
): Act | null {
	const row = ownWords === null ? world.rowOf(thread) : null;
	const isInRow = row?.state === closing.state || (row && hasSaidSo(row, closing));
	if (row && isInRow && hasDecided(nothingDecided, plan.decided) && commitsIn(row.text).every(world.isPublished))
		return null;
	const last = thread.comments.findLast(comment => isSentByUs(comment, world.accounts));
	const before = last ? parseReply(last.body) : null;
	const said = last && before ? saidIn(before, last.body) : null;
	const taken = (before?.declined ?? []).filter(id => made.has(id));
	const decided = decidedAfter({...nothingDecided, taken}, plan.decided);
	if (ownWords !== null) {
		if (hasOwnWords(thread, hashBody(ownWords), world.viewer)) return null;
		return {kind: 'reply', thread: thread.id, body: formatOwnWords(ownWords, closing, run, findings, decided)};
	}
	const isSaid = said !== null && isHeard(said, closing);
	const isTold = before && isSaid && hasDecided(before, decided);
	if (isTold && commitsIn(said.text).every(world.isPublished)) return null;
	const own = lastReply(thread, world.viewer);
	if (!own || own.marker.ownWords !== null || own.comment !== thread.comments.at(-1)) {
		return {kind: 'reply', thread: thread.id, body: formatReply(closing, run, findings, decided)};
	}
	const body = formatReply(closing, run, findings, decidedAfter(own.marker, decided), earlierThan(closing, own));
	return {kind: 'edit', thread: thread.id, comment: own.comment.nodeId, body};
}

/** Whether a thread knows what is to be said there. A reason that it lacks is new. */
const isHeard = (said: ReturnType<typeof saidIn>, closing: ThreadClosing): boolean =>
	hasSaidSo(said, closing) || (said.state === closing.state && !addsReason(closing.text ?? '', said.text));

function thumbs({id, comments}: ThreadNow, {applied}: ThreadPlan): Act[] {
	return comments
		.filter(comment => applied.has(comment.id) && !comment.hasThumb)
		.map(({nodeId}) => ({kind: 'react', thread: id, comment: nodeId}));
}

/** Why a thread is not to be resolved, or cannot be; null if it is. */
function whyOpen(
	thread: ThreadNow,
	closing: ThreadClosing,
	{resolve, resolvePeople}: Wishes,
	world: ThreadWorld,
): StaysOpen | null {
	if (closing.isClosed === false) return closing.open;
	if (!resolve) return open.notAsked;
	const isBots = thread.comments[0]?.author?.isBot ?? false;
	const why = isBots ? lastWord(thread, world) : resolvePeople ? null : open.byPerson;
	return why ?? (thread.mayResolve ? null : open.mayNotResolve);
}

/** A person who wrote last in a bot's thread may be waiting for an answer, and a reply of ours is none. */
function lastWord({comments}: ThreadNow, {viewer, accounts}: ThreadWorld): StaysOpen | null {
	const last = comments.findLast(comment => meaningOf(comment, accounts) !== 'reply');
	if (!last || last.author?.isBot) return null;
	return last.author && isSameAccount(last.author, viewer) ? open.ownLast : open.personLast;
}
