import type {ReviewComment, ReviewThread} from './comment.ts';
import type {Remark} from './dialect.ts';
import {type DiffFence, isDiff, readDiffFence} from './diff-fence.ts';
import type {Anchor, Change, Place, Sketch} from './finding.ts';
import {identify} from './identity.ts';
import type {Block, Fence} from './markdown.ts';
import {optionsAmong} from './options.ts';
import {readReplacements} from './replace-instruction.ts';
import {isPrompt, isSuggestion, type Suggestion} from './suggestion.ts';

/** The place of a remark's code. */
export type RemarkOrigin = {
	commentId: string;
	key: string;
	place: Place | null;
	/** Commit that the reviewer saw; null if unknown. */
	commit: string | null;
};

/** The changes of suggestions on the lines of a thread. Several in one comment are options: at most one is applied. */
export function changesOnThread(
	thread: ReviewThread,
	comment: ReviewComment,
	key: string,
	suggestions: readonly Suggestion[],
): Change[] {
	const anchor = (commit: string | null, start: number | null, end: number | null): Anchor | null =>
		end === null ? null : {commit, start: start ?? end, end};
	const current = anchor(comment.commit, thread.startLine, thread.line);
	const original = anchor(comment.originalCommit, thread.originalStartLine, thread.originalLine);
	const written = original ?? current;
	if (!written) return [];
	const origin = {commentId: comment.id, key, place: {path: thread.path, lines: written}, commit: written.commit};
	return changesOnLines(origin, suggestions).map(change => ({
		...change,
		current: thread.isOutdated ? null : current,
		diffHunk: comment.diffHunk,
	}));
}

/** The changes of a remark's suggestions for the lines that it names. */
export function changesOnLines(
	{commentId, key, place, commit}: RemarkOrigin,
	suggestions: readonly Suggestion[],
): Change[] {
	if (!place?.lines) return [];
	const {
		path,
		lines: {start, end},
	} = place;
	return suggestions.map(({lines, block}) => ({
		id: identify('c', commentId, key, block, path, start, end, lines.join('\n'), lines.length),
		from: 'suggestion',
		path,
		original: {commit, start, end},
		current: null,
		diffHunk: null,
		replacement: lines,
		confidence: 1,
		isOption: suggestions.length > 1,
		caution: null,
	}));
}

type Quoted = DiffFence & {isOption: boolean};

/** The changes that a remark quotes as diffs or, if it has none, as old and new text. */
export function sketchesIn(remark: Remark, origin: RemarkOrigin): Sketch[] {
	const {commentId, key, place, commit} = origin;
	return quotedCode(remark).flatMap(({path, hunks, flaw, isOption}, block) => {
		const file = path ?? place?.path;
		if (!file || (hunks.length === 0 && flaw === null)) return [];
		const text = JSON.stringify(hunks);
		return {
			id: identify('c', commentId, key, 'diff', block, file, text),
			from: 'diff' as const,
			path: file,
			commit,
			near: file === place?.path ? (place.lines ?? null) : null,
			hunks,
			flaw,
			confidence: 1,
			isOption,
		};
	});
}

/** Ignores prompts, because they repeat the remark for a model. */
function quotedCode(remark: Remark): Quoted[] {
	const blocks = remark.blocks.filter(({sections}) => !sections.some(isPrompt));
	const diffs = blocks.filter((block): block is Fence => block.kind === 'fence' && isDiff(block));
	const options = optionsAmong(diffs, blocks);
	const quoted = diffs.flatMap(fence => readDiffFence(fence).map(diff => ({...diff, isOption: options.has(fence)})));
	if (quoted.length > 0) return quoted;
	const pairs = readReplacements(blocks);
	const ways = optionsAmong(
		pairs.map(({fence}) => fence),
		blocks,
	);
	return pairs.map(({fence, ...pair}) => ({
		path: null,
		hunks: [{...pair, line: null}],
		flaw: null,
		isOption: ways.has(fence),
	}));
}

/** Whether a block is code for a file. */
export const proposesCode = (block: Block) => block.kind === 'fence' && (isSuggestion(block) || isDiff(block));
