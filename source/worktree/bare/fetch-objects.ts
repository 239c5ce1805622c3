import type {GitAccess} from '../../code-host/port.ts';
import {advise, again, Failure} from '../../failure.ts';
import {fetchEach, fetchTooSlow, objectsOnly} from '../fetch.ts';
import {type GitWorld, isOid, isTooSlow} from '../git.ts';
import {gitLines} from '../git-lines.ts';
import {settingsIn} from '../git-settings.ts';
import {gitOf, type Repository} from '../repository.ts';
import {prepareClone} from './bare-clone.ts';

type FetchWorld = Omit<GitWorld, 'cwd' | 'gitDir' | 'offline'>;

type FetchedCommits = {
	/** The commit that must be there. */
	head: string;
	/** Others, which may be gone. */
	others: readonly string[];
	/** How many generations of each. */
	depth: number;
};

/**
 * Fetches commits with their folders and without their files into a repository without a working tree.
 * @returns the others that are not on the server
 * @throws {Failure} `fetch-failed`, `fetch-denied`
 */
export async function fetchCommits(
	repository: Repository,
	access: GitAccess,
	{head, others, depth}: FetchedCommits,
	world: FetchWorld,
): Promise<string[]> {
	const wanted = [...new Set([head, ...others])].filter(isOid);
	await prepareClone(repository, access.url, head);
	const fetch = (oids: readonly string[]) => fetchInto(repository, access, [`--depth=${depth}`], oids, world);
	const trouble = await fetchEach(fetch, wanted);
	const present = await presentOf(repository, wanted, world);
	if (!present.has(head)) throw trouble === null ? withoutHead(access, head) : fetchFailure(access, trouble);
	return others.filter(oid => !present.has(oid));
}

/**
 * Fetches the files with these ids, all at once. Without an id it starts nothing.
 * They come whatever their size: a filter has no effect on objects that are requested by their ids (git-rev-list,
 * `--filter-provided-objects`).
 * @throws {Failure} as `fetchCommits`
 */
export async function fetchBlobs(
	repository: Repository,
	access: GitAccess,
	oids: readonly string[],
	world: FetchWorld,
): Promise<void> {
	const present = await presentOf(repository, oids, world);
	const missing = [...new Set(oids)].filter(oid => !present.has(oid));
	if (missing.length === 0) return;
	// What is here says nothing about single files.
	const alone = ['-c', 'fetch.negotiationAlgorithm=noop'];
	const {code, stderr} = await fetchInto(repository, access, [], missing, world, alone);
	if (code !== 0) throw fetchFailure(access, stderr);
}

/** Only while it fetches, so that reading never fetches a missing file by itself (git-clone, `promisor`). */
const partial = ['-c', 'remote.origin.promisor=true', '-c', 'remote.origin.partialCloneFilter=blob:none'];

function fetchInto(
	repository: Repository,
	{settings}: GitAccess,
	options: readonly string[],
	oids: readonly string[],
	world: FetchWorld,
	more: readonly string[] = [],
) {
	const git = gitOf(repository, world);
	const before = [...partial, '-c', 'core.askPass=true', ...more];
	return git.run([...before, 'fetch', ...objectsOnly, '--filter=blob:none', ...options, '--stdin', 'origin'], {
		env: settingsIn(world.env, settings),
		input: oids.map(oid => `${oid}\n`).join(''),
		hasTerminal: false,
	});
}

/** Which objects are here. */
async function presentOf(repository: Repository, oids: readonly string[], world: FetchWorld): Promise<Set<string>> {
	if (oids.length === 0) return new Set();
	const git = gitOf(repository, world);
	const {stdout} = await git.run(['cat-file', '--batch-check=%(objectname)'], {
		input: oids.map(oid => `${oid}\n`).join(''),
	});
	return new Set(stdout.toString().split('\n').filter(isOid));
}

const withoutHead = ({url}: GitAccess, head: string) =>
	new Failure(
		'failed',
		'fetch-failed',
		`The head of the pull request, ${head.slice(0, 10)}, is not in ${url}.`,
		advise`The branch may have changed or been deleted meanwhile. ${again}.`,
	);

const isRefused =
	/\b40[13]\b|denied|Authentication failed|could not read (?:Username|Password)|terminal prompts disabled/i;

function fetchFailure({url, settings}: GitAccess, said: string): Failure {
	if (isTooSlow(said)) return fetchTooSlow(url, said);
	const text = `git could not read ${url}: ${gitLines(said).at(-1) ?? 'it gave no reason'}`;
	if (!isRefused.test(said)) {
		return new Failure('failed', 'fetch-failed', text, advise`Check the connection and the address, then ${again}.`);
	}
	const remedy =
		settings.length > 0
			? 'Give the token read access to the contents of the repository.'
			: 'Set GITHUB_TOKEN to a token that may read the repository.';
	return new Failure('authentication', 'fetch-denied', text, remedy);
}
