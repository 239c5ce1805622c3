import {isAscii, isUtf8} from 'node:buffer';
import {type CommitPart, type FileVersions, linesOfPart, openStaging} from '../../resolve/commit-parts.ts';
import {holdsEdits} from '../../resolve/place/transplant.ts';
import {inOrder, parseText, spliceText, type Text} from '../../resolve/text.ts';
import type {LineRange} from '../../review/finding.ts';
import {readFile} from '../file.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import type {GitObject, Objects} from '../objects.ts';
import type {RunEdit} from '../run-edit.ts';
import type {Run} from '../run-record.ts';
import {checked, type IndexEntry} from './index-entries.ts';

/** An edit of a run that may be committed. */
export type Candidate = CommitPart<{run: string; edit: RunEdit}>;

/** The runs whose edits a commit may hold, newest first. */
export const committableRuns = async (journal: Journal): Promise<Run[]> =>
	(await journal.list()).filter((run): run is Run => run.state === 'done' || run.state === 'partly-undone');

/**
 * The edits of runs that were not undone, oldest run first; without those that a later run has written again, after the user
 * had thrown them away.
 */
export async function candidatesOf(runs: readonly Run[], journal: Journal): Promise<Candidate[]> {
	const found: Candidate[] = [];
	for (const run of runs) {
		for (const file of run.files) {
			if (!run.written.includes(file.path)) continue;
			const before = parseText((await journal.image(run.id, file.before)).toString());
			const edits = run.edits.filter(({path}) => path === file.path);
			found.push(...edits.map(edit => ({source: {run: run.id, edit}, path: file.path, before, edits: edit.edits})));
		}
	}
	return found.filter(
		(candidate, index) => !found.slice(index + 1).some(later => isWrittenAgain(candidate, later, found)),
	);
}

/** Whether the run of a later edit did not find an earlier one in the file, and made it itself. */
function isWrittenAgain(earlier: Candidate, later: Candidate, all: readonly Candidate[]): boolean {
	if (later.path !== earlier.path || later.source.run === earlier.source.run) return false;
	const added = new Set(later.edits.flatMap(({lines}) => lines));
	if (!earlier.edits.some(({lines}) => lines.every(line => added.has(line)))) return false;
	const made = spliceText(earlier.before, earlier.edits);
	if (holdsEdits(earlier.before, made, later.before)) return false;
	const edits = all.filter(({before}) => before === later.before).flatMap(one => one.edits);
	return holdsEdits(earlier.before, made, spliceText(later.before, inOrder(edits)));
}

/** The versions of a file that a commit needs, or why its edits cannot be committed. */
export type Committable = FileVersions | {reason: string};

/**
 * Reads what a commit, the index and the working tree hold of files.
 * @param objects have not read the index before
 * @param index entries of these files; by default those that there are now
 * @throws {Failure} `git-failed`
 */
export async function readVersions(
	{git, root, objects}: {git: Git; root: string; objects: Objects},
	paths: readonly string[],
	{commit = 'HEAD', index}: {commit?: string; index?: ReadonlyMap<string, IndexEntry>} = {},
): Promise<Map<string, Committable>> {
	const attributes = await attributesOf(git, paths);
	const blobAt = async (name: string | undefined) => {
		const found = name === undefined ? null : await objects.read(name);
		return found?.type === 'blob' ? found : null;
	};
	/** Why there is no such blob: git knows none, or it is too large or not on this machine. */
	const lacking = async (name: string | undefined, reason: string) => {
		const isKnown = name !== undefined && (await git.run(['rev-parse', '--verify', '--quiet', name])).code === 0;
		return {reason: isKnown ? 'the version that git stores cannot be read here' : reason};
	};
	const read = async (path: string): Promise<Committable> => {
		const {filter, encoding} = attributes.get(path) ?? {};
		if (filter !== undefined) return {reason: `git stores the file through the filter ${filter}`};
		const [committed, staged] = [`${commit}:${path}`, index ? index.get(path)?.oid : `:0:${path}`];
		const [old, own] = await Promise.all([blobAt(committed), blobAt(staged)]);
		if (!old) return lacking(committed, 'the file itself is not committed');
		if (!own) return lacking(staged, 'you have removed the file from the index');
		const file = await readFile(root, path);
		if (file.kind === 'refused') return {reason: file.reason};
		if (encoding !== undefined && !isAscii(file.bytes)) return {reason: `git converts the file from ${encoding}`};
		const [head, inIndex] = [textOf(old), textOf(own)];
		if (!head || !inIndex) return {reason: 'git stores the file in another encoding'};
		return {head, index: inIndex, disk: parseText(file.bytes.toString())};
	};
	return new Map(await Promise.all(paths.map(async path => [path, await read(path)] as const)));
}

/** The text of a blob; null if it is none. */
export async function readText(objects: Objects, oid: string): Promise<Text | null> {
	const blob = await objects.read(oid);
	return blob?.type === 'blob' ? textOf(blob) : null;
}

const textOf = ({bytes}: GitObject): Text | null => (isUtf8(bytes) ? parseText(bytes.toString()) : null);

/** How `.gitattributes` has git convert a file on its way into the repository (gitattributes). */
type Attributes = {
	/** The name of a filter, such as `lfs`. */
	filter?: string;
	/** Of the file in the working tree, if it is not UTF-8. */
	encoding?: string;
};

async function attributesOf(git: Git, paths: readonly string[]): Promise<Map<string, Attributes>> {
	if (paths.length === 0) return new Map();
	const input = paths.map(path => `${path}\0`).join('');
	const names = ['filter', 'working-tree-encoding'];
	const {stdout} = checked(await git.run(['check-attr', '-z', '--stdin', ...names], {input}));
	const fields = stdout.toString().split('\0');
	const attributes = new Map<string, Attributes>();
	for (let at = 0; at + 2 < fields.length; at += 3) {
		const [path = '', name, value = ''] = fields.slice(at, at + 3);
		if (value === 'unspecified' || value === 'unset') continue;
		const own = attributes.get(path) ?? {};
		if (name === 'filter') attributes.set(path, {...own, filter: value});
		else if (!/^utf-?8$/i.test(value)) attributes.set(path, {...own, encoding: value});
	}
	return attributes;
}

/** An edit that stays uncommitted; `lines`: of the file in the working tree. */
export type LeftEdit = {path: string; lines: LineRange; changes: string[]} & WhyLeft;

/** `isAnswered`: because people have answered it. */
type WhyLeft = {reason: string; isAnswered?: true};

/** Why an edit stays out of a commit in a working tree that its place in what git stores has no room for. */
export const besideUncommitted = 'next to your own uncommitted edits';

/** Why an edit stays uncommitted; null if it need not. */
export type LeftOut = (candidate: Candidate) => WhyLeft | null;

/** Decides which of these edits go into a commit. Those that are committed or gone are in neither list. */
export function openSelection(
	versions: ReadonlyMap<string, Committable>,
	current: string | null,
	all: readonly Candidate[],
	leftOut: LeftOut | null = null,
) {
	const whole = [...versions].flatMap(([path, found]) => ('reason' in found ? [] : [[path, found] as const]));
	const staging = openStaging<Candidate['source']>(new Map(whole), all);
	const left: LeftEdit[] = [];
	const add = (candidate: Candidate, why: WhyLeft) => {
		const {path, source} = candidate;
		const found = versions.get(path);
		const lines = linesOfPart(candidate, all, found && 'disk' in found ? found.disk : null);
		left.push({path, lines, changes: source.edit.changes, ...why});
	};
	/** Whether it is in the next commit; null if it is not unless the commit makes room for it. */
	const stage = (candidate: Candidate): boolean | null => {
		const {path, source} = candidate;
		const found = versions.get(path);
		const isCurrent = source.run === current;
		if (found && 'reason' in found) {
			if (isCurrent) add(candidate, {reason: found.reason});
			return false;
		}
		const {declined} = source.edit;
		const why = declined === undefined ? (leftOut?.(candidate) ?? null) : {reason: declined};
		if (why !== null) {
			const verdict = staging.look(candidate);
			if (verdict === 'included' || verdict === 'uncommitted') add(candidate, why);
			return false;
		}
		const verdict = staging.add(candidate);
		// What was edited after an earlier run is the user's.
		if (verdict === 'since' && isCurrent) add(candidate, {reason: 'the lines have been edited since'});
		return verdict === 'uncommitted' ? null : verdict === 'included';
	};
	/** The candidates that are in the next commit, and those that are not unless it makes room for them. */
	const take = (candidates: readonly Candidate[]) => {
		const groups = Map.groupBy(candidates, stage);
		return {chosen: groups.get(true) ?? [], blocked: groups.get(null) ?? []};
	};
	/** Leaves candidates out that are still blocked. */
	const leave = (blocked: readonly Candidate[], reason: string) => {
		for (const candidate of blocked) add(candidate, {reason});
	};
	return {take, leave, files: staging.files, left};
}
