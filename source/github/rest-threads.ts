import type {ReviewThread} from '../review/comment.ts';
import {noLines} from './nodes.ts';
import {fromRestComment, type RestComment} from './rest-comment.ts';

/**
 * Groups comments into threads: replies with what they reply to, through chains. Replies to a missing comment form a
 * thread.
 */
export function threadsOf(comments: RestComment[]): ReviewThread[] {
	const rootOf = rootFinder(comments);
	const groups = Map.groupBy(comments, ({id}) => rootOf(id));
	return [...groups].flatMap(([root, members]) => {
		const first = members.find(({id}) => id === root);
		const [opening = first, ...replies] = first ? [first, ...members.filter(member => member !== first)] : members;
		return opening ? [fromRestThread(opening, replies)] : [];
	});
}

/** Follows each step once, however long a chain; a cycle ends where it closes. */
function rootFinder(comments: RestComment[]): (id: string) => string {
	const parents = new Map(comments.map(comment => [comment.id, comment.in_reply_to_id]));
	const roots = new Map<string, string>();
	return id => {
		const chain = new Set<string>();
		let at = id;
		for (let parent = parents.get(at); parent && !roots.has(at) && !chain.has(at); parent = parents.get(at)) {
			chain.add(at);
			at = parent;
		}
		const root = roots.get(at) ?? at;
		for (const step of chain) roots.set(step, root);
		return root;
	};
}

function fromRestThread(first: RestComment, replies: readonly RestComment[]): ReviewThread {
	const comments = [first, ...replies].map(fromRestComment);
	return {id: null, path: first.path, ...placeOf(first), isResolved: false, comments};
}

type RestPlace = Omit<ReviewThread, 'id' | 'path' | 'isResolved' | 'comments'>;

function placeOf(comment: RestComment): RestPlace {
	const sides = {diffSide: comment.side ?? 'new', startDiffSide: comment.start_side};
	// REST gives a comment on a whole file meaningless lines.
	if (comment.subject_type?.toUpperCase() === 'FILE') {
		return {...noLines, ...sides, subjectType: 'file', isOutdated: false};
	}
	const subjectType = 'lines' as const;
	if (comment.line === null && comment.original_line === null) {
		const end = hunkEnd(comment.diff_hunk ?? '');
		const sameCommit = comment.commit_id === comment.original_commit_id;
		const isCurrent = typeof comment.position === 'number' && sameCommit;
		return {
			...noLines,
			line: isCurrent ? (end?.line ?? null) : null,
			originalLine: end?.line ?? null,
			...sides,
			diffSide: comment.side ?? end?.side ?? 'new',
			subjectType,
			isOutdated: comment.position === null,
		};
	}
	return {
		line: comment.line,
		startLine: comment.start_line,
		originalLine: comment.original_line,
		originalStartLine: comment.original_start_line,
		...sides,
		subjectType,
		isOutdated: comment.line === null,
	};
}

/**
 * The line that a diff hunk ends at: GitHub's hunk of a comment ends at the commented line. 1-based, in the new file,
 * or for a deleted line in the old one. Null if the text is not a hunk.
 */
function hunkEnd(hunk: string): {side: 'old' | 'new'; line: number} | null {
	const [header = '', ...rows] = hunk.replace(/\r?\n$/, '').split('\n');
	const starts = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header);
	const lines = rows.filter(row => !row.startsWith('\\'));
	const last = lines.at(-1);
	if (!starts || last === undefined) return null;
	const left = last.startsWith('-');
	const other = left ? '+' : '-';
	const counted = lines.filter(row => !row.startsWith(other)).length;
	return {side: left ? 'old' : 'new', line: Number(starts[left ? 1 : 2]) + counted - 1};
}
