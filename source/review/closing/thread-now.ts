import type {Association, Author} from '../comment.ts';
import {hashBody} from '../identity.ts';
import {type Marker, ownMarker} from './marker.ts';

/** A review thread as the host has it at the moment of writing. Comments are oldest first. */
export type ThreadNow = {
	id: string;
	isResolved: boolean;
	mayReply: boolean;
	mayResolve: boolean;
	comments: readonly ThreadCommentNow[];
};

export type ThreadCommentNow = {
	/** Database id, as findings name it. */
	id: string;
	nodeId: string;
	url: string | null;
	author: Author | null;
	authorAssociation: Association | null;
	body: string;
	/** Whether the token's account has reacted with a thumb up. */
	hasThumb: boolean;
};

/** Null if the host has none. */
export const addressOf = ({comments}: {comments: readonly Pick<ThreadCommentNow, 'url'>[]}): string | null =>
	comments[0]?.url ?? null;

/** @param read hashes of bodies, by the database id of the comment */
export const isEdited = ({comments}: ThreadNow, read: ReadonlyMap<string, string>): boolean =>
	comments.some(({id, body}) => read.has(id) && hashBody(body) !== read.get(id));

export type OwnReply = {comment: Pick<ThreadCommentNow, 'body'>; marker: Marker};

/** Our last reply in a thread; null if there is none. */
export function lastReply({comments}: ThreadNow, viewer: string): {comment: ThreadCommentNow; marker: Marker} | null {
	for (const comment of comments.toReversed()) {
		const marker = ownMarker(comment, viewer);
		if (marker) return {comment, marker};
	}
	return null;
}

/** Whether a thread has what a person had this program say there. @param hash of its text */
export const hasOwnWords = ({comments}: ThreadNow, hash: string, viewer: string): boolean =>
	comments.some(comment => ownMarker(comment, viewer)?.ownWords === hash);

/** What was written below a comment, without our replies. @param comment node id */
export function wordsAfter(thread: ThreadNow, comment: string, viewer: string): ThreadCommentNow[] {
	const below = thread.comments.slice(thread.comments.findIndex(({nodeId}) => nodeId === comment) + 1);
	return withoutReplies({...thread, comments: below}, viewer);
}

/**
 * What others wrote, and what the token's account wrote itself.
 * @param sent the hash of what a person had a run say there, which is that run's own reply; absent: none
 */
export const withoutReplies = ({comments}: ThreadNow, viewer: string, sent?: string): ThreadCommentNow[] =>
	comments.filter(comment => {
		const marker = ownMarker(comment, viewer);
		return marker === null || (marker.ownWords !== null && marker.ownWords !== sent);
	});
