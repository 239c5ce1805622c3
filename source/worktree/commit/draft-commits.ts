import type {CommitResult} from '../../delivery/steps/commit.ts';
import type {CommitPartName} from '../../resolve/commit-message.ts';
import {formatText} from '../../resolve/text.ts';
import type {Git} from '../git.ts';
import type {Objects} from '../objects.ts';
import type {Divide} from './divide.ts';
import {type Candidate, type Committable, type LeftEdit, type LeftOut, openSelection} from './gather.ts';
import type {IndexEntry} from './index-entries.ts';
import {openObjectStore} from './object-store.ts';
import {replaceFiles} from './write-trees.ts';

/** What one commit holds; its tree is among the objects, the commit not yet. */
export type DraftCommit = {
	part: CommitPartName | null;
	chosen: Candidate[];
	tree: string;
	/** The files that it changes, by path. */
	files: ReadonlyMap<string, Buffer>;
};

export type Drafts = {
	commits: DraftCommit[];
	/** The user's index: what it holds of each changed file, and with the edits of all the commits. */
	index: CommitResult['index'];
	/** Edits that stay uncommitted. */
	left: LeftEdit[];
};

/** The versions of files that commits on a parent start from, and their entries in the user's index. */
export type VersionsOn = (
	parent: string,
	paths: readonly string[],
) => Promise<{versions: ReadonlyMap<string, Committable>; index: ReadonlyMap<string, IndexEntry>}>;

type DraftOrder = {
	parent: string;
	/** Oldest run first. */
	candidates: readonly Candidate[];
	divide: Divide;
	/** The current one; null if it wrote nothing. */
	run: string | null;
	/** Null: nothing is left out. */
	leftOut: LeftOut | null;
	/** Why a candidate stays out that its place has no room for. */
	blockedReason: string;
};

/**
 * Decides which candidates are committed on a parent, and stores their files and folders.
 * @throws {Failure} `git-failed`
 */
export async function draftCommits(
	{git, objects, versionsOn}: {git: Git; objects: Objects; versionsOn: VersionsOn},
	{parent, candidates, divide, run, leftOut, blockedReason}: DraftOrder,
): Promise<Drafts> {
	const paths = [...new Set(candidates.map(({path}) => path))];
	const stored = await versionsOn(parent, paths);
	const selection = openSelection(stored.versions, run, candidates, leftOut);
	const store = openObjectStore(git, objects, parent);
	const commits: DraftCommit[] = [];
	const staged = new Map<string, string>();
	const draft = async (part: DraftCommit['part'], chosen: Candidate[]): Promise<DraftCommit> => {
		const files = new Map<string, Buffer>();
		for (const path of new Set(chosen.map(one => one.path))) {
			const file = selection.files().get(path);
			if (!file) continue;
			const {head, index} = file;
			files.set(path, Buffer.from(formatText(head)));
			staged.set(path, store.add('blob', Buffer.from(formatText(index))));
		}
		const blobs = new Map([...files].map(([path, bytes]) => [path, store.add('blob', bytes)]));
		const tree = await replaceFiles(store, commits.at(-1)?.tree ?? `${parent}^{tree}`, blobs);
		return {part, chosen, tree, files};
	};
	const shares = (await divide(candidates, parent, objects)).map(share => ({...share, triedAt: -1}));
	for (const {part, members, triedAt} of shares) {
		const {chosen, blocked} = selection.take(members);
		if (chosen.length > 0) commits.push(await draft(part, chosen));
		// Another commit may write the lines that they are next to.
		if (blocked.length > 0 && triedAt < commits.length) shares.push({part, members: blocked, triedAt: commits.length});
		else selection.leave(blocked, blockedReason);
	}
	await store.flush();
	const index = [...staged].flatMap(([path, after]) => {
		const entry = stored.index.get(path);
		return entry ? [{path, mode: entry.mode, before: entry.oid, after}] : [];
	});
	return {commits, index, left: selection.left};
}
