import type {Text} from '../../resolve/text.ts';
import type {Git} from '../git.ts';
import type {Objects} from '../objects.ts';
import {readText} from './gather.ts';
import {checked} from './index-entries.ts';

/** A commit between the base branch and HEAD. */
export type RangeCommit = {
	oid: string;
	parents: string[];
	/** Email address of its author. */
	author: string;
	/** The first paragraph of its message, as one line. */
	subject: string;
	/** The files that it changes; those of a merge, compared with its first parent. */
	files: RangeFile[];
};

/** Blobs of a file before and after a commit; null if it adds or deletes the file. */
type RangeFile = {path: string; earlierPath: string; before: string | null; after: string | null};

/** Finds renames; compares a merge with its first parent. */
const log = [
	...['log', '-M', '--diff-merges=first-parent', '--no-relative'],
	...['--no-show-signature', '--no-ext-diff', '--no-textconv'],
];

/**
 * The commits that a commit has and the bases do not have, newest first; none without a base.
 * @param hasFiles whether every file in them can be read; otherwise files that are renamed and edited count as new ones
 * @throws {Failure} `git-failed`
 */
export async function readCommitRange(
	git: Git,
	head: string,
	bases: readonly string[],
	hasFiles = true,
): Promise<RangeCommit[]> {
	if (bases.length === 0) return [];
	const renames = hasFiles ? [] : ['-M100%'];
	const shown = ['--topo-order', '--raw', '--no-abbrev', '-z', '--encoding=UTF-8', '--format=%x00%H %P%x00%ae%x00%s'];
	const {stdout} = checked(await git.run([...log, ...renames, ...shown, head, '--not', ...bases, '--']));
	const commits: RangeCommit[] = [];
	const fields = stdout.toString().split('\0').values();
	const next = () => fields.next().value ?? '';
	for (const field of fields) {
		const [, before, after, status] = /^\n?:\d+ \d+ (\w+) (\w+) (\w)/.exec(field) ?? [];
		if (before !== undefined && after !== undefined) {
			const earlierPath = next();
			const path = status === 'R' ? next() : earlierPath;
			commits.at(-1)?.files.push({path, earlierPath, before: orNone(before), after: orNone(after)});
		} else if (field !== '') {
			const [oid = '', ...parents] = field.split(' ').filter(Boolean);
			commits.push({oid, parents, author: next(), subject: next(), files: []});
		}
	}
	return commits;
}

/**
 * Has a partial clone get the contents of the files that the commits of a range change. False if it cannot.
 * @param git may use the network if the user's own git may
 */
export async function completeRange(git: Git, head: string, bases: readonly string[]): Promise<boolean> {
	const partial = await git.run(['config', '--get-regexp', '^remote\\..*\\.promisor$', 'true']);
	if (partial.code !== 0) return true;
	return (await git.run([...log, '--numstat', '--format=', head, '--not', ...bases, '--'])).code === 0;
}

/** git writes zeros where there is no object. */
export const orNone = (oid: string) => (/^0+$/.test(oid) ? null : oid);

/** The commits of a range that lead from its head to the base by first parents: what a merge brought is on the other side. */
export function firstParents(range: readonly RangeCommit[]): RangeCommit[] {
	const byOid = new Map(range.map(commit => [commit.oid, commit]));
	const chain: RangeCommit[] = [];
	for (let commit = range[0]; commit; commit = byOid.get(commit.parents[0] ?? '')) chain.push(commit);
	return chain;
}

/** A file before and after a commit that changed it; `before` is null if the commit added it. */
export type FileStep = {commit: RangeCommit; before: Text | null; after: Text};

/**
 * Follows a file through the commits that changed it, to the one that added it, one without a text of it, or the last.
 * @param head its text after the first of the commits
 * @param commits the newest first
 */
export async function* walkBack(
	path: string,
	head: Text,
	commits: readonly RangeCommit[],
	objects: Objects,
): AsyncGenerator<FileStep> {
	let [name, after] = [path, head];
	for (const commit of commits) {
		const file = commit.files.find(one => one.path === name);
		if (!file) continue;
		const before = file.before === null ? null : await readText(objects, file.before);
		if (file.before !== null && !before) return;
		yield {commit, before, after};
		if (!before) return;
		[name, after] = [file.earlierPath, before];
	}
}
