import type {Write} from '../../code-host/publisher.ts';
import {isSameAccount, ownMarker, parseReply} from '../../review/closing/marker.ts';
import type {Act, ThreadNow} from '../../review/closing/thread-acts.ts';
import {hasFields, isCount, isText, orNull} from '../../system/shape.ts';
import type {PublicationStep} from '../../worktree/publication.ts';

/** Why a step is skipped that only a person can decide on. */
export const newComment = 'there is a new comment in the thread';

/** A write to a review thread, as the record of a run has it. */
export type ThreadStep = PublicationStep & {kind: 'reply' | 'resolve' | 'react'; result: ThreadStepData};

export type ThreadStepData = {
	thread: string;
	/** Comments of others in the thread when the step was planned: a later one needs a person. */
	others: number;
	/** The text of a reply; null for other steps. */
	body: string | null;
	/** Node id of the comment that a reply replaces, or that a reaction is on; null for a new reply. */
	comment: string | null;
	/** Node id and address of the comment that was written. */
	written: {id: string; url: string | null} | null;
};

const isData = hasFields<ThreadStepData>({
	thread: isText,
	others: isCount,
	body: orNull(isText),
	comment: orNull(isText),
	written: orNull(hasFields<{id: string; url: string | null}>({id: isText, url: orNull(isText)})),
});

export const isThreadStep = (step: PublicationStep): step is ThreadStep =>
	(step.kind === 'reply' || step.kind === 'resolve' || step.kind === 'react') && isData(step.result);

/** @param viewer login of the token's account */
export function stepOf(act: Exclude<Act, {kind: 'unresolve'}>, now: ThreadNow, viewer: string): ThreadStep {
	const kind = act.kind === 'edit' ? 'reply' : act.kind;
	const comment = 'comment' in act ? act.comment : null;
	const target = kind === 'react' ? comment! : act.thread;
	const body = 'body' in act ? act.body : null;
	const data = {thread: act.thread, others: othersIn(now, viewer), body, comment, written: null};
	return {key: `${kind}:${target}`, kind, target, state: 'intended', result: data, reason: ''};
}

export function writeOf({kind, result: {thread, body, comment}}: ThreadStep): Write {
	if (kind === 'resolve') return {kind, thread};
	if (kind === 'react') return {kind, thread, comment: comment!};
	return comment === null ? {kind, thread, body: body!} : {kind: 'edit', thread, comment, body: body!};
}

/**
 * What a look at the thread shows about a step that is still to be taken: `done` if it took effect before, `fits` if it
 * may be taken, otherwise why not.
 */
export function lookAt(step: ThreadStep, now: ThreadNow | undefined, viewer: string): 'done' | 'fits' | {skip: string} {
	if (!now) return {skip: 'the thread no longer exists'};
	const {kind, result} = step;
	if (kind === 'react' && now.comments.some(({nodeId, hasThumb}) => nodeId === result.comment && hasThumb))
		return 'done';
	if (
		kind === 'reply' &&
		now.comments.some(comment => ownMarker(comment, viewer) && isSameReply(comment.body, result))
	) {
		return 'done';
	}
	// Who resolved it is not known: only a request that may have arrived counts as ours.
	if (now.isResolved && kind === 'resolve' && step.state === 'unknown') return 'done';
	if (now.isResolved) return {skip: 'the thread was resolved meanwhile'};
	if (othersIn(now, viewer) !== result.others) return {skip: newComment};
	return 'fits';
}

/** The host may change white space. */
function isSameReply(body: string, {body: wanted}: ThreadStepData): boolean {
	const [found, meant] = [parseReply(body), parseReply(wanted ?? '')];
	return found !== null && meant !== null && found.run === meant.run && found.state === meant.state;
}

const othersIn = ({comments}: ThreadNow, viewer: string) =>
	comments.filter(({author}) => author === null || !isSameAccount(author.login, viewer)).length;

/** The commit that a reply names; null if it names none. */
export const commitNamedBy = ({result: {body}}: ThreadStep): string | null =>
	body === null ? null : (parseReply(body)?.commit ?? null);
