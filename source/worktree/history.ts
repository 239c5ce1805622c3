import {fetchMissing} from './fetch.ts';
import {largestFile} from './file.ts';
import {type Git, isOid} from './git.ts';
import {type GitObject, openObjects} from './objects.ts';
import {checkPath} from './path.ts';
import type {Repository} from './repository.ts';

export type History = {
	/** A file as a commit has it (the bytes git stores: line ends as committed); null where the commit or the file is not there. */
	fileAt: (commit: string, path: string) => Promise<Buffer | null>;
	hasCommit: (oid: string) => Promise<boolean>;
	/** Tries remotes (names or URLs) in order; changes no ref, tag, setting or boundary. Returns what is still missing. */
	fetchCommits: (oids: readonly string[], remotes: readonly string[]) => Promise<string[]>;
	/** The path that a commit's file has today; null where it was deleted or the commit never had it. */
	renamedTo: (commit: string, path: string) => Promise<string | null>;
	/** Whether a path of the index is left out of the work tree by a sparse checkout. */
	isLeftOut: (path: string) => Promise<boolean>;
	/** Ends the git child. */
	close: () => void;
};

/**
 * What became of the paths of a commit that are not there any more. The index is asked, not the files: it knows every
 * rename that git knows, and no filter of the repository's configuration runs.
 */
async function renamesSince(git: Git, commit: string): Promise<Map<string, string | null>> {
	const options = ['--cached', '-M', '-l2000', '--name-status', '-z', '--no-relative', '--diff-filter=DR'];
	const {code, stdout} = await git.run(['diff-index', ...options, '--no-ext-diff', '--no-textconv', commit, '--']);
	const renames = new Map<string, string | null>();
	if (code !== 0) return renames;
	const fields = stdout.toString().split('\0').values();
	for (const status of fields) {
		if (status === '') break;
		const path = fields.next().value!;
		renames.set(path, status.startsWith('R') ? fields.next().value! : null);
	}
	return renames;
}

/** What the index has and a sparse checkout keeps out of the work tree. */
async function leftOut(git: Git, root: string): Promise<ReadonlySet<string>> {
	const {code, stdout} = await git.run(['-C', root, 'ls-files', '-t', '-z']);
	const entries = code === 0 ? stdout.toString().split('\0') : [];
	return new Set(entries.filter(entry => entry.startsWith('S ')).map(entry => entry.slice(2)));
}

/** The repository's past, read through one long-lived git child. Everything from outside is checked before git sees it. */
export function openHistory(git: Git, repository: Repository): History {
	const objects = openObjects(git, largestFile);
	const renames = new Map<string, Promise<Map<string, string | null>>>();
	let sparse: Promise<ReadonlySet<string>> | null = null;

	const blob = async (commit: string, path: string): Promise<GitObject | null> => {
		// Requests are lines, so a path with a line end cannot be asked for.
		if (!isOid(commit) || path.includes('\n') || checkPath(path)) return null;
		const found = await objects.read(`${commit}:${path}`);
		return found?.type === 'blob' ? found : null;
	};
	const hasCommit = async (oid: string) => isOid(oid) && (await objects.read(`${oid}^{commit}`)) !== null;

	return {
		fileAt: async (commit, path) => (await blob(commit, path))?.bytes ?? null,
		hasCommit,
		fetchCommits: async (oids, remotes) => {
			const wellFormed = oids.filter(isOid);
			const missing = await fetchMissing(git, repository, wellFormed, remotes, hasCommit);
			return [...new Set(oids.filter(oid => !isOid(oid))), ...missing];
		},
		renamedTo: async (commit, path) => {
			if (!(await blob(commit, path))) return null;
			if (!renames.has(commit)) renames.set(commit, renamesSince(git, commit));
			const known = await renames.get(commit)!;
			return known.has(path) ? known.get(path)! : path;
		},
		isLeftOut: async path => {
			sparse ??= leftOut(git, repository.root);
			return (await sparse).has(path);
		},
		close: objects.close,
	};
}
