import {parseText, type Text} from '../../resolve/text.ts';
import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import {withObjects} from '../objects.ts';
import type {Run} from '../run-record.ts';
import type {Divide} from './divide.ts';
import {type DraftCommit, type Drafts, draftCommits, type VersionsOn} from './draft-commits.ts';
import {type Committable, candidatesOf, type LeftOut, readText} from './gather.ts';
import {type IndexEntry, readCommitted} from './index-entries.ts';

/** What commits of a run hold; `executable`: those of the files that they change. */
export type DraftsOnCommit = {commits: DraftCommit[]; executable: ReadonlySet<string>; left: Drafts['left']};

/**
 * Makes the edits of a run on a commit, in a repository without a working tree. Edits that the commit has already are in
 * neither list; those whose lines it has no longer are `left`.
 * @param parent object id of the commit; the repository has the blobs of the run's files
 * @throws {Failure} `git-failed`, `journal-damaged`
 */
export async function draftOnCommit(
	git: Git,
	journal: Journal,
	{run, parent, divide, leftOut}: {run: Run; parent: string; divide: Divide; leftOut: LeftOut},
): Promise<DraftsOnCommit> {
	const made = new Map<string, Text>();
	for (const {path, after} of run.files) {
		made.set(path, parseText((await journal.image(run.id, after)).toString()));
	}
	const candidates = await candidatesOf([run], journal);
	const blockedReason = 'the lines have been edited since';
	const wanted = {parent, candidates, divide, run: run.id, leftOut, blockedReason};
	const executable = new Set<string>();
	const {commits, left} = await withObjects(git, objects => {
		const versionOf = async (path: string, entry: IndexEntry | undefined): Promise<Committable> => {
			if (!entry) return {reason: 'the file no longer exists'};
			if (!regular.has(entry.mode)) return {reason: 'it is no longer a regular file'};
			const [text, disk] = [await readText(objects, entry.oid), made.get(path)];
			if (!text || !disk) return {reason: 'the file is not valid UTF-8'};
			if (entry.mode === '100755') executable.add(path);
			return {head: text, index: text, disk};
		};
		const versionsOn: VersionsOn = async (on, paths) => {
			const entries = await readCommitted(git, paths, on);
			const found = paths.map(async path => [path, await versionOf(path, entries.get(path))] as const);
			return {versions: new Map(await Promise.all(found)), index: new Map()};
		};
		return draftCommits({git, objects, versionsOn}, wanted);
	});
	return {commits, executable, left};
}

const regular: ReadonlySet<string> = new Set(['100644', '100755']);
