import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {readObject, writeObject} from './objects.ts';
import {entryAt, filesOf, type TreeEntry, writeTree} from './trees.ts';

export type CommitFacts = {oid: string; tree: string; parents: string[]; message: string};

export type Person = {name: string; email: string};

/** Git in a bare repository, by a process only where reading files is not enough. Throws if git refuses. */
export function openBare(folder: string) {
	const line = (...args: readonly string[]) =>
		execFileSync('git', ['--git-dir', folder, ...args], {env: {PATH: process.env.PATH}, stdio: 'pipe'})
			.toString()
			.trim();
	const tryLine = (...args: readonly string[]) => {
		try {
			return line(...args);
		} catch {
			return null;
		}
	};
	const read = (oid: string) => readObject(folder, oid);
	/** The lines of a commit before its message, and the message; null if there is no such commit. */
	const commitOf = (oid: string) => {
		const {type, content} = read(oid) ?? {};
		if (type !== 'commit') return null;
		const [head, message] = content!.toString().split(/\n\n(.*)/s, 2) as [string, string];
		return {head, message};
	};
	/** Null if there is none. */
	const commitAt = (oid: string): CommitFacts | null => {
		const {head, message} = commitOf(oid) ?? {};
		if (head === undefined) return null;
		const all = (name: string) => [...head.matchAll(new RegExp(`^${name} (\\w+)$`, 'gm'))].map(([, id]) => id!);
		return {oid, tree: all('tree')[0]!, parents: all('parent'), message: message!};
	};
	const treeOf = (oid: string) => commitAt(oid)?.tree ?? oid;
	return {
		/** Null if there is no such branch. @param ref `refs/heads/main` */
		head: (ref: string) => headOfBare(folder, ref),
		/** Type of an object; null if there is none. */
		typeOf: (oid: string) => read(oid)?.type ?? null,
		/** All files, by path. @param oid of a commit or a tree */
		files: (oid: string) => filesOf(folder, treeOf(oid)),
		/** The entry of a path; null if there is none. */
		file: (commit: string, path: string) => {
			const entry = entryAt(folder, treeOf(commit), path);
			const {type, content} = (entry && read(entry.oid)) ?? {};
			const text = type === 'blob' ? content!.toString() : null;
			return entry && {oid: entry.oid, mode: Number.parseInt(entry.mode, 8), text};
		},
		/** Paths that differ. */
		changed: (one: string, other: string): string[] =>
			line('diff-tree', '-r', '-z', '--name-only', one, other).split('\0').filter(Boolean),
		/** Addresses of author and committer; null if there is no such commit. */
		makers: (oid: string): string[] | null => {
			const found = commitOf(oid)?.head.matchAll(/^(?:author|committer) .*<(.*)>/gm);
			return found ? [...found].map(([, address]) => address!) : null;
		},
		blob: (content: Buffer) => writeObject(folder, 'blob', content),
		/** The tree with these entries in place of those of another one. @param base a commit or a tree */
		tree: (base: string | null, entries: readonly TreeEntry[]) =>
			writeTree(folder, base === null ? null : treeOf(base), entries),
		commit: (
			{tree, parents, message}: Omit<CommitFacts, 'oid'>,
			{author, committer, at}: {author: Person; committer: Person; at: number},
		) => {
			const who = ({name, email}: Person) => `${name} <${email}> ${Math.floor(at / 1000)} +0000`;
			const head = [`tree ${tree}`, ...parents.map(parent => `parent ${parent}`)];
			const people = [`author ${who(author)}`, `committer ${who(committer)}`];
			return writeObject(folder, 'commit', Buffer.from([...head, ...people, '', message].join('\n')));
		},
		/** Moves a branch from where it is; false if it is elsewhere. */
		move: (ref: string, to: string, from: string) => tryLine('update-ref', ref, to, from) !== null,
		isAncestor: (older: string, newer: string) => tryLine('merge-base', '--is-ancestor', older, newer) !== null,
		/** A commit and those before it, newest first. */
		log: (from: string, most: number): CommitFacts[] =>
			line('rev-list', `--max-count=${most}`, from)
				.split('\n')
				.map(oid => commitAt(oid)!),
		commitAt,
	};
}

/** Where a branch is; null if there is none. Without a process, as tests have hundreds of branches. */
export function headOfBare(folder: string, ref: string): string | null {
	const [loose, packed] = [ref, 'packed-refs'].map(name => textOf(join(folder, name))) as [string, string];
	return (
		loose.trim() ||
		(packed
			.split('\n')
			.find(line => line.endsWith(` ${ref}`))
			?.slice(0, 40) ??
			null)
	);
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
