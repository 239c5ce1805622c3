import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Git} from './git.ts';
import type {Repository} from './repository.ts';

/** A remote that stalls is given up: less than a kilobyte a second for half a minute. */
const patience = ['-c', 'http.lowSpeedLimit=1000', '-c', 'http.lowSpeedTime=30'];

/** Brings objects and nothing else: no ref, tag, FETCH_HEAD, submodule, pruning or upkeep. */
const objectsOnly = [
	'--quiet',
	'--no-tags',
	'--no-write-fetch-head',
	'--refmap=',
	'--no-prune',
	'--no-recurse-submodules',
	'--no-auto-maintenance',
	'--no-write-commit-graph',
];

type Fetch = (remote: string, oids: readonly string[]) => Promise<{code: number; stderr: string}>;

/**
 * In a shallow clone an old commit would bring its whole history along, and asking for less would move the clone's
 * boundary. So the commit alone is fetched on behalf of a git folder that exists for a moment: it takes remotes and
 * credentials from the repository's configuration and puts the objects where the repository keeps them.
 */
async function fetchAlone(git: Git, repository: Repository, remote: string, oids: readonly string[]) {
	const parent = join(repository.gitDir, 'pr-resolve');
	await mkdir(parent, {recursive: true});
	const folder = await mkdtemp(join(parent, 'fetch-'));
	try {
		const include = join(repository.commonDir, 'config').replace(/["\\]/g, '\\$&');
		await mkdir(join(folder, 'refs'));
		await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
		await writeFile(join(folder, 'config'), `[include]\n\tpath = "${include}"\n`);
		return await git.run([...patience, 'fetch', ...objectsOnly, '--depth=1', '--', remote, ...oids], {
			env: {GIT_DIR: folder, GIT_OBJECT_DIRECTORY: join(repository.commonDir, 'objects')},
		});
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

/** Fetches all that the remote has: one that it lacks fails the whole request and is named in the complaint. */
async function fetchFrom(fetch: Fetch, remote: string, oids: readonly string[]): Promise<void> {
	let wanted = oids;
	while (wanted.length > 0) {
		const {code, stderr} = await fetch(remote, wanted);
		const accepted = wanted.filter(oid => !stderr.includes(oid));
		if (code === 0 || accepted.length === wanted.length) return;
		wanted = accepted;
	}
}

/**
 * Fetches commits from the first remotes that have them. The repository gains objects, nothing else changes: no ref,
 * no tag, no FETCH_HEAD, no setting, no shallow boundary. A remote that fails is no error: what is missing stays so.
 *
 * @param oids full object ids
 * @param remotes names or URLs, tried in order
 * @param has whether a commit is there
 * @returns the commits that are still missing
 */
export async function fetchMissing(
	git: Git,
	repository: Repository,
	oids: readonly string[],
	remotes: readonly string[],
	has: (oid: string) => Promise<boolean>,
): Promise<string[]> {
	const fetch: Fetch = repository.isShallow
		? (remote, wanted) => fetchAlone(git, repository, remote, wanted)
		: (remote, wanted) => git.run([...patience, 'fetch', ...objectsOnly, '--', remote, ...wanted]);
	const missingOf = async (wanted: readonly string[]) => {
		const present = await Promise.all(wanted.map(has));
		return wanted.filter((_, index) => !present[index]);
	};
	let missing = await missingOf([...new Set(oids)]);
	for (const remote of remotes) {
		if (missing.length === 0) break;
		await fetchFrom(fetch, remote, missing);
		missing = await missingOf(missing);
	}
	return missing;
}
