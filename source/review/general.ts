import {isCourtesy} from './courtesy.ts';
import type {Post, Reading} from './dialect.ts';

/** Reads a comment of whose author no dialect knows anything, or whose format has changed: it is one remark. */
export function readGenerally(post: Post): Reading {
	const remark = {
		key: '',
		title: null,
		severity: null,
		category: null,
		confidence: null,
		place: null,
		commit: null,
		alsoAt: [],
		blocks: post.blocks,
		idle: isCourtesy(post.blocks) ? 'thanks or praise, which asks for nothing' : null,
	};
	return {remarks: [remark], notice: null, reviewer: null};
}
