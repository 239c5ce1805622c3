import {memoize} from '../review/memoize.ts';
import {fetchMissing} from './fetch.ts';
import {type Git, isOid} from './git.ts';
import {type GitObject, openObjects} from './objects.ts';
import {checkPath} from './path.ts';
import type {Repository} from './repository.ts';

export type History = {
	/** The bytes of a file in a commit, with line ends as committed; null if the commit or the file does not exist. */
	fileAt: (commit: string, path: string) => Promise<Buffer | null>;
	hasCommit: (oid: string) => Promise<boolean>;
	/** As `fetchMissing`; also returns ids that are not well-formed. */
	fetchCommits: (oids: readonly string[], remotes: readonly string[]) => Promise<string[]>;
	/** Today's path of a file in a commit; null if it was deleted or the commit does not have it. */
	renamedTo: (commit: string, path: string) => Promise<string | null>;
	/** Whether a sparse checkout excludes a path of the index from the working tree. */
	isLeftOut: (path: string) => Promise<boolean>;
	/** Ends the git child. */
	close: () => void;
};

const renameOptions = [
	...['-M', '-l2000', '--name-status', '-z', '--no-relative', '--diff-filter=DR'],
	...['--no-ext-diff', '--no-textconv'],
];

/**
 * Today's paths of the files in a commit that were renamed; null for deleted ones. Compares with the index, not with files:
 * it has every rename that git detects, and no filter of the repository's configuration runs. Without a working tree, it
 * compares with the head.
 */
async function renamesSince(git: Git, commit: string, {root, head}: Repository): Promise<Map<string, string | null>> {
	const {code, stdout} = await git.run(
		root === null
			? ['diff-tree', '-r', ...renameOptions, commit, head ?? commit, '--']
			: ['diff-index', '--cached', ...renameOptions, commit, '--'],
	);
	const renames = new Map<string, string | null>();
	if (code !== 0) return renames;
	const fields = stdout.toString().split('\0').values();
	for (const status of fields) {
		if (status === '') break;
		const {value: path = ''} = fields.next();
		renames.set(path, status.startsWith('R') ? (fields.next().value ?? null) : null);
	}
	return renames;
}

/** Paths of the index that a sparse checkout excludes from the working tree. */
async function sparsePaths(git: Git, root: string): Promise<ReadonlySet<string>> {
	const {code, stdout} = await git.run(['-C', root, 'ls-files', '-t', '-z']);
	const entries = code === 0 ? stdout.toString().split('\0') : [];
	return new Set(entries.filter(entry => entry.startsWith('S ')).map(entry => entry.slice(2)));
}

/** The repository's history, read by one long-lived git process. Untrusted input is checked before git gets it. */
export function openHistory(git: Git, repository: Repository): History {
	const objects = openObjects(git);
	const renamesOf = memoize((commit: string) => renamesSince(git, commit, repository));
	let sparse: Promise<ReadonlySet<string>> | null = null;

	const blob = async (commit: string, path: string): Promise<GitObject | null> => {
		if (!isOid(commit) || checkPath(path)) return null;
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
			const known = await renamesOf(commit);
			const renamed = known.get(path);
			return renamed === undefined ? path : renamed;
		},
		isLeftOut: async path => {
			if (repository.root === null) return false;
			sparse ??= sparsePaths(git, repository.root);
			return (await sparse).has(path);
		},
		close: objects.close,
	};
}
