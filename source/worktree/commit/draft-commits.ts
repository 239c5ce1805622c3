import type {CommitPartName} from '../../resolve/commit-message.ts';
import {formatText} from '../../resolve/text.ts';
import type {Git} from '../git.ts';
import type {Objects} from '../objects.ts';
import type {CommitResult} from './commit-step.ts';
import type {Divide} from './divide.ts';
import {type Candidate, type LeftEdit, openSelection, readStored, readVersions} from './gather.ts';
import {openObjectStore} from './object-store.ts';
import {replaceFiles} from './write-trees.ts';

/** What one commit holds; its tree is among the objects, the commit not yet. */
export type DraftCommit = {part: CommitPartName | null; chosen: Candidate[]; tree: string};

export type Drafts = {
	commits: DraftCommit[];
	/** The user's index: what it holds of each changed file, and with the edits of all the commits. */
	index: CommitResult['index'];
	/** Edits that stay uncommitted. */
	left: LeftEdit[];
};

type DraftOrder = {
	parent: string;
	/** Oldest run first. */
	candidates: readonly Candidate[];
	divide: Divide;
	/** The current one; null if it wrote nothing. */
	run: string | null;
	leftOut?: LeftOut;
};

/** Why the edits of a file stay uncommitted; null if they need not. */
export type LeftOut = (path: string) => string | null;

/**
 * Decides which candidates are committed on a parent, and stores their files and folders.
 * @throws {Failure} `git-failed`
 */
export async function draftCommits(
	{git, root, objects}: {git: Git; root: string; objects: Objects},
	{parent, candidates, divide, run, leftOut = () => null}: DraftOrder,
): Promise<Drafts> {
	const paths = [...new Set(candidates.map(({path}) => path))];
	const stored = await readStored(git, paths, parent);
	const versions = new Map(
		[...(await readVersions(root, objects, stored))].map(([path, found]) => {
			const reason = leftOut(path);
			return [path, reason === null ? found : {reason}] as const;
		}),
	);
	const selection = openSelection(versions, run, candidates);
	const store = openObjectStore(git, objects, parent);
	const blobOf = (text: Parameters<typeof formatText>[0]) => store.add('blob', Buffer.from(formatText(text)));
	const commits: DraftCommit[] = [];
	const staged = new Map<string, string>();
	const treeWith = (chosen: readonly Candidate[]) => {
		const files = new Map<string, string>();
		for (const path of new Set(chosen.map(one => one.path))) {
			const texts = selection.files().get(path)!;
			files.set(path, blobOf(texts.head));
			staged.set(path, blobOf(texts.index));
		}
		return replaceFiles(store, commits.at(-1)?.tree ?? `${parent}^{tree}`, files);
	};
	const shares = (await divide(candidates, parent, objects)).map(share => ({...share, triedAt: -1}));
	for (const {part, members, triedAt} of shares) {
		const {chosen, blocked} = selection.take(members);
		if (chosen.length > 0) commits.push({part, chosen, tree: await treeWith(chosen)});
		// Another commit may write the lines that they are next to.
		if (blocked.length > 0 && triedAt < commits.length) shares.push({part, members: blocked, triedAt: commits.length});
		else selection.leave(blocked);
	}
	await store.flush();
	const index = [...staged].map(([path, after]) => {
		const {mode, oid} = stored.index.get(path)!;
		return {path, mode, before: oid, after};
	});
	return {commits, index, left: selection.left};
}
