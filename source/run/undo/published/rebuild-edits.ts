import {attributeEdits, type EditReason} from '../../../resolve/attribute-edits.ts';
import {readDiffHunk} from '../../../resolve/diff-hunk.ts';
import {editsBetween} from '../../../resolve/edits.ts';
import {trackLines} from '../../../resolve/place/track-lines.ts';
import {formatText, type Text} from '../../../resolve/text.ts';
import {undoEdits} from '../../../resolve/undo-edits.ts';
import type {PullRequest, ReviewThread} from '../../../review/comment.ts';
import type {Finding, LineRange} from '../../../review/finding.ts';
import {readPullRequest} from '../../../review/read.ts';
import {readText} from '../../../worktree/commit/gather.ts';
import {readCommitted} from '../../../worktree/commit/index-entries.ts';
import type {Git} from '../../../worktree/git.ts';
import type {Objects} from '../../../worktree/objects.ts';
import {checkPath} from '../../../worktree/path.ts';
import type {RunEdit} from '../../../worktree/run-edit.ts';
import type {PublishedRun} from './published-runs.ts';

/** An edit of a run, and object ids of the commits that have it. */
export type RebuiltEdit = {edit: RunEdit; commits: readonly string[]};

/** What a change of a file was made for. */
type Reason = EditReason & {finding: string; change: string; commits: readonly string[]};

/**
 * Divides what a run has changed by the findings that its replies are about. Where a change has no id that can be known, as
 * that of a model, the id of its finding stands for it, so that later runs leave all of the finding alone.
 */
export function rebuildEdits(
	run: PublishedRun,
	files: readonly RebuiltFile[],
	pullRequest: PullRequest,
): RebuiltEdit[] {
	const findings = new Map(
		readPullRequest(pullRequest, {includeResolved: true, excludeOutdated: false}).findings.map(one => [one.id, one]),
	);
	const threads = new Map(pullRequest.reviewThreads.map(thread => [thread.id, thread]));
	const subjects = run.words.flatMap(({commits, findings: ids, inThread}) => {
		const thread = inThread ? threads.get(inThread.thread.id) : undefined;
		return ids.map(id => ({id, commits, finding: findings.get(id), thread}));
	});
	const reasonsIn = files.map(file => subjects.map(subject => reasonsFor(subject, file)));
	const homeless = subjects.filter((_, index) => reasonsIn.every(found => found[index]?.length === 0));
	let unnamed = 0;
	return files.flatMap(({path, before, after}, index) => {
		const anywhere = homeless.map(({id, commits}) => ({finding: id, change: id, commits, lines: null}));
		const reasons = [...(reasonsIn[index] ?? []).flat(), ...anywhere];
		const touching = run.commits.filter(({files}) => files.some(file => file.path === path)).map(({oid}) => oid);
		return attributeEdits(editsBetween(before, after), reasons).map(({edits, reasons: why}): RebuiltEdit => {
			const named = why.flatMap(({commits}) => commits).filter(oid => touching.includes(oid));
			const changes = why.length > 0 ? why.map(({change}) => change) : [`${touching[0]?.slice(0, 10)}-${unnamed++}`];
			return {
				edit: {
					path,
					changes: [...new Set(changes)],
					findings: [...new Set(why.map(({finding}) => finding))],
					reviewer: null,
					suggesters: [],
					decided: [],
					edits,
				},
				commits: named.length > 0 ? [...new Set(named)] : touching,
			};
		});
	});
}

type Subject = {id: string; commits: readonly string[]; finding: Finding | undefined; thread: ReviewThread | undefined};

/** Where a finding asks for something in a file, in the lines before the run. */
function reasonsFor({id, commits, finding, thread}: Subject, {path, before}: RebuiltFile): Reason[] {
	const reason = (change: string, lines: LineRange | null): Reason => ({finding: id, change, commits, lines});
	const find = (lines: LineRange | null, diffHunk: string | null) => linesIn(before.lines, lines, diffHunk);
	if (!finding) {
		// Its comment was edited since, or it is merged with another one.
		if (thread?.path !== path) return [];
		const {originalLine: end, originalStartLine: start, comments} = thread;
		const lines = end === null ? null : {start: start ?? end, end};
		return [reason(id, find(lines, comments[0]?.diffHunk ?? null))];
	}
	const here = <Code extends {path: string}>(codes: readonly Code[]) => codes.filter(code => code.path === path);
	const coded = [
		...here(finding.changes).map(change => reason(change.id, find(change.original, change.diffHunk))),
		...here(finding.sketches).map(sketch => reason(sketch.id, find(sketch.near, finding.diffHunk))),
	];
	if (coded.length > 0 || finding.path !== path) return coded;
	return [reason(id, find(finding.seen, finding.diffHunk))];
}

/** Lines of a comment, by what its diff hunk shows around them. */
function linesIn(before: readonly string[], lines: LineRange | null, diffHunk: string | null): LineRange | null {
	const hunk = lines && diffHunk !== null ? readDiffHunk(diffHunk, lines.end) : null;
	return hunk && lines && trackLines({lines: hunk.lines, firstLine: hunk.start, whole: false}, before, lines);
}

/** A file before a run and after it. */
export type RebuiltFile = {path: string; before: Text; after: Text};

/** The files of a run, or one that cannot be reverted by its lines, and why. */
export type RebuiltFiles = {kind: 'files'; files: RebuiltFile[]} | {kind: 'unusable'; path: string; reason: string};

type Commits = Pick<PublishedRun, 'commits'>;

/** Object ids of what the commits of a run change. */
export const blobsOf = ({commits}: Commits): string[] =>
	commits.flatMap(({files}) => files.flatMap(({before, after}) => [before, after].filter(oid => oid !== null)));

/**
 * The files of a run as its commits show them. What others committed between two commits of the run is in both versions.
 * @param objects has the blobs
 */
export async function rebuildFiles({commits}: Commits, objects: Objects): Promise<RebuiltFiles> {
	const found: RebuiltFile[] = [];
	const changes = commits.flatMap(({files}) => files);
	for (const [path, steps] of Map.groupBy(changes, file => file.path)) {
		const file = await rebuildFile(path, steps.toReversed(), objects);
		if (typeof file === 'string') return {kind: 'unusable', path, reason: file};
		if (file) found.push(file);
	}
	return {kind: 'files', files: found};
}

/** Or why it cannot be reverted. @param steps what the commits did with it, newest first */
async function rebuildFile(
	path: string,
	steps: PublishedRun['commits'][number]['files'],
	objects: Objects,
): Promise<RebuiltFile | string | null> {
	if (checkPath(path) || path.includes('\n')) return 'its name cannot be used';
	let after: Text | null = null;
	let before: Text | null = null;
	for (const step of steps) {
		if (step.before === null || step.after === null || step.earlierPath !== path)
			return 'it was added, deleted or renamed';
		const [old, made] = [await readText(objects, step.before), await readText(objects, step.after)];
		if (!old || !made) return 'it is not valid UTF-8';
		after ??= made;
		before = takeOut(old, made, before ?? made);
		if (before === null) return 'other commits between those of the run have changed its lines';
	}
	return before && after && {path, before, after};
}

/** Whether a commit has all files as they were before a run. @throws {Failure} `git-failed` */
export async function isAsBefore({commits}: Commits, git: Git, commit: string): Promise<boolean> {
	const old = new Map<string, string | null>();
	for (const {path, earlierPath, before} of commits.flatMap(({files}) => files)) {
		if (!old.has(earlierPath)) old.set(earlierPath, before);
		if (!old.has(path)) old.set(path, null);
	}
	const now = await readCommitted(git, [...old.keys()], commit);
	return [...old].every(([path, oid]) => (now.get(path)?.oid ?? null) === oid);
}

/** A text without what a commit has changed; null if it has other edits in the same lines. */
function takeOut(old: Text, made: Text, today: Text): Text | null {
	if (formatText(today) === formatText(made)) return old;
	const {text, edits} = undoEdits(old, made, today);
	return edits.left > 0 ? null : text;
}
