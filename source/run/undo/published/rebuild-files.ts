import {formatText, type Text} from '../../../resolve/text.ts';
import {undoEdits} from '../../../resolve/undo-edits.ts';
import {readText} from '../../../worktree/commit/gather.ts';
import {readCommitted} from '../../../worktree/commit/index-entries.ts';
import type {Git} from '../../../worktree/git.ts';
import type {Objects} from '../../../worktree/objects.ts';
import {checkPath} from '../../../worktree/path.ts';
import type {PublishedRun} from './published-runs.ts';

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
	for (const [path, steps] of Map.groupBy(
		commits.flatMap(({files}) => files),
		file => file.path,
	)) {
		const unusable = (reason: string) => ({kind: 'unusable', path, reason}) as const;
		if (checkPath(path) || path.includes('\n')) return unusable('its name cannot be used');
		let after: Text | null = null;
		let before: Text | null = null;
		for (const step of steps.toReversed()) {
			if (step.before === null || step.after === null || step.earlierPath !== path)
				return unusable('it was added, deleted or renamed');
			const [old, made] = [await readText(objects, step.before), await readText(objects, step.after)];
			if (!old || !made) return unusable('it is not valid UTF-8');
			after ??= made;
			before = takeOut(old, made, before ?? made);
			if (before === null) return unusable('other commits between those of the run have changed its lines');
		}
		if (before && after) found.push({path, before, after});
	}
	return {kind: 'files', files: found};
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
