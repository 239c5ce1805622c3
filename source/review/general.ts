import {isCourtesy} from './courtesy.ts';
import type {Post, Reading} from './dialect.ts';

/** Reads a comment in no known format as one remark. */
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
		idle: isCourtesy(post.blocks) ? 'thanks or praise: no change requested' : null,
	};
	return {remarks: [remark], notice: null, reviewer: null};
}
