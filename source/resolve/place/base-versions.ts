import type {Anchor, Change, LineRange, SeenLines} from '../../review/finding.ts';
import {type HunkLines, linesCovered, readDiffHunk} from '../diff-hunk.ts';
import type {Seen} from './comparison.ts';
import {nameLines} from './words.ts';

type Lines = readonly string[];

/** The versions of one file that its reviewers may have seen. */
export type Versions = {
	/** The file at a commit; null if it is not available. */
	at: (commit: string | null) => Lines | null;
	/** The local head, used instead of an unavailable commit if the code host names lines at the head. */
	head: Lines | null;
};

/** What is known about the lines that a comment is on. */
export type CommentedLines = Pick<Change, 'original' | 'current' | 'diffHunk' | 'seenLines'>;

/** A text that a reviewer saw, and the commented lines in it. */
export type BaseVersion = LineRange & {seen: Seen};

/**
 * The texts in which the commented lines are known: first the version of the file for which the code host reports today's
 * lines, if they are what the reviewer saw; then the one that the reviewer saw; the diff hunk if there is neither.
 * @returns `reason` why there is none; empty otherwise
 */
export function baseVersions(comment: CommentedLines, versions: Versions): {found: BaseVersion[]; reason: string} {
	const {original, diffHunk, seenLines} = comment;
	if (seenLines) return {found: [readingOfSeen(original, seenLines)], reason: ''};
	const hunk = diffHunk === null ? null : readDiffHunk(diffHunk, original.end);
	const found = wholeReadings(comment, hunk, versions);
	if (found.length > 0) return {found, reason: ''};
	if (!hunk) return {found, reason: `${explainUnseen(original)}, and it has no diff hunk`};
	const {start, end} = original;
	const covered = linesCovered(diffHunk ?? '', hunk);
	if (covered.start > end || end > covered.end) {
		const reason = `the comment is on ${nameLines(start, end)}, but its diff hunk ends on line ${covered.end}`;
		return {found, reason};
	}
	return {found: [{seen: {lines: hunk.lines, firstLine: hunk.start, whole: false}, start, end}], reason: ''};
}

function readingOfSeen({start, end}: Anchor, {above, lines, below, startsFile, endsFile}: SeenLines): BaseVersion {
	const seen = {lines: [...above, ...lines, ...below], firstLine: start - above.length, whole: startsFile && endsFile};
	return {seen, start, end};
}

function wholeReadings(
	{current, original}: CommentedLines,
	hunk: HunkLines | null,
	{at, head}: Versions,
): BaseVersion[] {
	const seen = baseVersionAt(original, at(original.commit));
	const found: BaseVersion[] = [];
	const now = current && baseVersionAt(current, at(current.commit));
	const assumed = current && !now && hunk ? baseVersionAt(current, head) : null;
	for (const reading of [now, assumed]) {
		if (reading && (seen ? isEqual(linesOf(reading), linesOf(seen)) : agrees(linesOf(reading), hunk)))
			found.push(reading);
	}
	if (seen && agrees(linesOf(seen), hunk)) found.push(seen);
	return found;
}

/** A range of a whole file; null if the file is not available or has fewer lines. */
export function baseVersionAt({start, end}: LineRange, lines: Lines | null): BaseVersion | null {
	return lines && end <= lines.length ? {seen: {lines, firstLine: 1, whole: true}, start, end} : null;
}

const linesOf = ({seen, start, end}: BaseVersion) => seen.lines.slice(start - 1, end);

const isEqual = (a: Lines, b: Lines) => a.length === b.length && a.every((line, index) => line === b[index]);

/** Whether the hunk ends with these lines, as far as it shows them. */
function agrees(lines: Lines, hunk: HunkLines | null): boolean {
	if (!hunk) return true;
	const shown = hunk.lines.slice(-lines.length);
	return isEqual(shown, lines.slice(lines.length - shown.length));
}

const explainUnseen = ({commit}: Anchor) =>
	commit === null ? 'the comment has no commit for its lines' : 'the commit of the comment is not available';
