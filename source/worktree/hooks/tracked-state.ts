import {lstat} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import {checked} from '../commit/index-entries.ts';
import {readFile} from '../file.ts';
import type {Git} from '../git.ts';
import {hashAt, hashOf} from '../images.ts';
import {readStatus} from '../verify/tree-state.ts';
import {readStagedTree, type StagedIndex} from './staged-index.ts';

/** What a hook has to leave as it is. */
export type TrackedState = {
	/** Id of the tree that is staged for a commit; null between commits. */
	tree: string | null;
	/** What differs from HEAD, in files and in the user's index. */
	files: ReadonlyMap<string, TrackedFile>;
};

type TrackedFile = {
	/** As git writes it (git-status). */
	code: string;
	isExecutable: boolean;
	/** Of its content; null if it cannot be read. */
	hash: string | null;
	/** Null if it is not a text that a run may write. */
	bytes: Buffer | null;
};

/** `isAll`: nothing else about the file has changed. */
export type ChangedText = {path: string; before: Buffer; after: Buffer; isAll: boolean};

/** What differs between two states. */
export type TrackedChanges = {
	/** All paths. */
	paths: string[];
	/** Texts that differed from HEAD before already, and have other bytes now. */
	contents: ChangedText[];
};

/**
 * @param index of a commit that is being made; null for none
 * @throws {Failure} `git-failed`
 */
export async function readTracked(git: Git, root: string, index: StagedIndex | null): Promise<TrackedState> {
	const status = await readStatus(git, 'no');
	if (!status) throw new Failure('failed', 'git-failed', 'git could not read the state of the working tree.');
	const files = new Map<string, TrackedFile>();
	for (const {code, path} of status.entries) {
		const mode = await lstat(join(root, path)).then(
			stats => stats.mode,
			() => 0,
		);
		const file = await readFile(root, path);
		const bytes = file.kind === 'refused' ? null : file.bytes;
		files.set(path, {
			code,
			isExecutable: (mode & 0o100) !== 0,
			hash: bytes ? hashOf(bytes) : await hashAt(root, path),
			bytes,
		});
	}
	return {tree: index && (await readStagedTree(git, index)), files};
}

/** What a hook has changed. @throws {Failure} `git-failed` */
export async function changesOf(git: Git, before: TrackedState, after: TrackedState): Promise<TrackedChanges> {
	const known = [...new Set([...before.files.keys(), ...after.files.keys()])];
	const changed = known.filter(path => {
		const [old, now] = [before.files.get(path), after.files.get(path)];
		return !isSameButContent(old, now) || old?.hash !== now?.hash;
	});
	const staged = await stagedChanges(git, before.tree, after.tree);
	const paths = [...new Set([...changed, ...staged.keys()])].sort();
	const contents = changed.flatMap(path => {
		const [old, now] = [before.files.get(path), after.files.get(path)];
		if (!old?.bytes || !now?.bytes) return [];
		const isAll = isSameButContent(old, now) && staged.get(path) !== 'other';
		return [{path, before: old.bytes, after: now.bytes, isAll}];
	});
	return {paths, contents};
}

const isSameButContent = (one: TrackedFile | undefined, other: TrackedFile | undefined) =>
	one !== undefined && one.code === other?.code && one.isExecutable === other.isExecutable;

/** The paths in which two trees differ: by the contents of a file, or by anything else. */
async function stagedChanges(
	git: Git,
	before: string | null,
	after: string | null,
): Promise<ReadonlyMap<string, 'content' | 'other'>> {
	if (before === after || before === null || after === null) return new Map();
	const diff = await git.run(['diff-tree', '-r', '-z', '--raw', '--no-renames', before, after]);
	const fields = checked(diff).stdout.toString().split('\0').filter(Boolean);
	const changes = new Map<string, 'content' | 'other'>();
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [, oldMode, newMode] = /^:(\d+) (\d+) /.exec(fields[at] ?? '') ?? [];
		changes.set(fields[at + 1] ?? '', oldMode === newMode ? 'content' : 'other');
	}
	return changes;
}
