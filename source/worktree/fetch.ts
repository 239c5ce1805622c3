import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {advise, again, Failure} from '../failure.ts';
import {ensureFolder} from '../system/ensure-folder.ts';
import {type Git, isTooSlow} from './git.ts';
import {gitLines, withoutPassword} from './git-lines.ts';
import type {Repository} from './repository.ts';

/** Fetches only objects: no refs, tags, FETCH_HEAD or submodules; no pruning, no maintenance. */
export const objectsOnly = [
	'--quiet',
	'--no-tags',
	'--no-write-fetch-head',
	'--refmap=',
	'--no-prune',
	'--no-recurse-submodules',
	'--no-auto-maintenance',
	'--no-write-commit-graph',
];

/** @param said by git */
export const fetchTooSlow = (remote: string, said: string) =>
	new Failure(
		'failed',
		'fetch-too-slow',
		`git fetch from ${withoutPassword(remote)} was too slow: ${gitLines(said).find(isTooSlow)}`,
		advise`Check the connection and ${again}, or set git_low_speed or git_low_speed_time.`,
	);

/** One request for commits. */
export type CommitFetch = (oids: readonly string[]) => Promise<{code: number; stderr: string}>;

/**
 * Fetches commits into a shallow clone without their history. A normal fetch would bring the whole history, and `--depth`
 * would move the clone's shallow boundary. So a temporary git folder fetches them: it includes the repository's
 * configuration for remotes and credentials, and writes into the repository's object store.
 */
async function fetchAlone(git: Git, repository: Repository, remote: string, oids: readonly string[]) {
	await ensureFolder(repository.records, 0o777);
	const folder = await mkdtemp(join(repository.records, 'fetch-'));
	try {
		const include = join(repository.commonDir, 'config').replace(/["\\]/g, '\\$&');
		await mkdir(join(folder, 'refs'));
		await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
		await writeFile(join(folder, 'config'), `[include]\n\tpath = "${include}"\n`);
		return await git.run(['fetch', ...objectsOnly, '--depth=1', '--', remote, ...oids], {
			env: {GIT_DIR: folder, GIT_OBJECT_DIRECTORY: join(repository.commonDir, 'objects')},
		});
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

/**
 * Fetches the commits that the remote has. A missing one fails the whole request, and git's message names it: retry without.
 * Returns what git wrote if it failed for another reason, otherwise null.
 */
export async function fetchEach(fetch: CommitFetch, oids: readonly string[]): Promise<string | null> {
	let wanted = oids;
	while (wanted.length > 0) {
		const {code, stderr} = await fetch(wanted);
		if (code === 0) return null;
		const accepted = wanted.filter(oid => !stderr.includes(oid));
		if (accepted.length === wanted.length) return stderr;
		wanted = accepted;
	}
	return null;
}

/**
 * Fetches commits from the first remotes that have them. The repository gains objects; nothing else changes: no ref, tag,
 * FETCH_HEAD, setting or shallow boundary. A remote that refuses is not an error; its commits stay missing.
 *
 * @param oids full object ids
 * @param remotes names or URLs, tried in order
 * @param has whether the repository has a commit
 * @returns the commits that are still missing
 * @throws {Failure} `fetch-too-slow`
 */
export async function fetchMissing(
	git: Git,
	repository: Repository,
	oids: readonly string[],
	remotes: readonly string[],
	has: (oid: string) => Promise<boolean>,
): Promise<string[]> {
	const fetchFrom = (remote: string, wanted: readonly string[]) =>
		repository.isShallow
			? fetchAlone(git, repository, remote, wanted)
			: git.run(['fetch', ...objectsOnly, '--', remote, ...wanted]);
	const missingOf = async (wanted: readonly string[]) => {
		const present = await Promise.all(wanted.map(has));
		return wanted.filter((_, index) => !present[index]);
	};
	let missing = await missingOf([...new Set(oids)]);
	let slow: Failure | null = null;
	for (const remote of remotes) {
		if (missing.length === 0) break;
		const trouble = await fetchEach(wanted => fetchFrom(remote, wanted), missing);
		if (trouble !== null && isTooSlow(trouble)) slow ??= fetchTooSlow(remote, trouble);
		missing = await missingOf(missing);
	}
	if (slow !== null && missing.length > 0) throw slow;
	return missing;
}
