import {lstat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Failure} from '../../failure.ts';
import {memoryFile} from '../../resolve/memory-file.ts';
import type {FileAtTip, PullRequest, UnknownTip} from '../../review/comment.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {systemCode} from '../../system/errors.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {readFile} from '../../worktree/file.ts';
import {fileAt} from '../../worktree/file-at.ts';
import {gitOf, hasTree, type Remote, type Repository} from '../../worktree/repository.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {isSameName} from '../pull-request/same-repository.ts';
import {type Entry, entryId} from './entry.ts';
import {formatMemory, largestMemory, mostEntries, parseMemory} from './parse-memory.ts';

/**
 * The entries in the file of a working tree; none if there is no file.
 * @param root absolute path of the working tree
 * @throws {Failure} usage `bad-memory`
 */
export const readOwnMemory = async (root: string): Promise<Entry[]> => (await readOwnText(root)).entries;

async function readOwnText(root: string): Promise<{text: string; entries: Entry[]}> {
	const file = await readFile(root, memoryFile);
	if (file.kind === 'refused') {
		if (file.code === 'missing') return {text: '', entries: []};
		throw badMemory(`cannot be used: ${file.reason}`);
	}
	const text = file.bytes.toString();
	const read = parseMemory(text);
	if ('why' in read) throw badMemory(read.why);
	return {text, entries: read.entries};
}

/** Whether a working tree has such a file, whatever is in it. */
export async function hasOwnMemory(repository: Repository): Promise<boolean> {
	if (!hasTree(repository)) return false;
	const file = await readFile(repository.root, memoryFile);
	return file.kind !== 'refused' || file.code !== 'missing';
}

/**
 * Writes an entry into the file of a working tree, in the place of one that matches the same.
 * @throws {Failure} usage `bad-memory`; `memory-unwritable`
 */
export async function addEntry(root: string, entry: Entry): Promise<void> {
	const id = entryId(entry);
	const {text, entries} = await readOwnText(root);
	const others = entries.filter(other => entryId(other) !== id);
	if (others.length >= mostEntries) throw badMemory(`has ${mostEntries} entries, which are the most`);
	await writeOwnMemory(root, [...others, entry], text);
}

/** Removes an entry by the start of its id; null if there is none, or more than one. @throws {Failure} as `addEntry` */
export async function removeEntry(root: string, id: string): Promise<Entry | null> {
	const {text, entries} = await readOwnText(root);
	const found = new Set(entries.map(entryId).filter(each => each.startsWith(id)));
	const [only] = found;
	if (only === undefined || found.size > 1) return null;
	await writeOwnMemory(
		root,
		entries.filter(entry => entryId(entry) !== only),
		text,
	);
	return entries.find(entry => entryId(entry) === only) ?? null;
}

async function writeOwnMemory(root: string, entries: readonly Entry[], old: string): Promise<void> {
	const path = join(root, memoryFile);
	try {
		await ensureFolder(dirname(path), 0o777);
		// Only a folder of the working tree itself, whatever stood there when it was read.
		if (!(await lstat(dirname(path))).isDirectory())
			throw badMemory('cannot be used: the path contains a symbolic link');
		await replaceFile(path, formatMemory(entries, old), {mode: 0o666});
	} catch (error) {
		const code = systemCode(error);
		if (code === null) throw error;
		const message = `${memoryFile} cannot be written (${code}).`;
		throw new Failure('failed', 'memory-unwritable', message, 'Make the folder writable.', {cause: error});
	}
}

const badMemory = (why: string) =>
	new Failure('usage', 'bad-memory', `${memoryFile} ${why}.`, 'Correct the file, or delete it.');

/**
 * For a recording, which reads no network: the default branch of the remote that is the base repository, as it was fetched
 * last. A local branch is never read. If that is unknown, null where the working tree has no such file either: most
 * repositories have none.
 * @throws the signal's reason
 */
export async function memoryInRemote(
	{host, owner, repo}: PullRequest,
	repository: Repository,
	context: Context,
): Promise<FileAtTip | UnknownTip | null> {
	const isBase = (url: string) => {
		const named = codeHostOf(context).repositoryAt(url);
		return named?.host === host && isSameName(`${named.owner}/${named.name}`, `${owner}/${repo}`);
	};
	const remote = repository.remotes.find(({url}) => isBase(url));
	const tip = remote ? await memoryIn(remote, repository, context) : null;
	if (tip !== null || !(await hasOwnMemory(repository))) return tip;
	return {
		why: remote
			? `the default branch of ${remote.name} is unknown here`
			: 'no remote here is the repository of the pull request',
	};
}

/** Where no pull request names the base repository: that of the remote `upstream`, else of `origin`, as it was fetched last. */
export async function memoryOfClone(repository: Repository, context: Context): Promise<FileAtTip | null> {
	const named = (name: string) => repository.remotes.find(remote => remote.name === name);
	const remote = named('upstream') ?? named('origin');
	return remote === undefined ? null : memoryIn(remote, repository, context);
}

async function memoryIn(remote: Remote, repository: Repository, context: Context): Promise<FileAtTip | null> {
	const git = gitOf(repository, {...context, offline: true});
	const prefix = `refs/remotes/${remote.name}/`;
	const head = await git.run(['symbolic-ref', '--quiet', `${prefix}HEAD`]);
	const ref = head.stdout.toString().trim();
	if (head.code !== 0 || !ref.startsWith(prefix)) return null;
	const tip = await git.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
	const oid = tip.stdout.toString().trim();
	if (tip.code !== 0) return null;
	return {branch: ref.slice(prefix.length), oid, file: await fileAt(git, oid, memoryFile, largestMemory)};
}
