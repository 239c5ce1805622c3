import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {deflateSync} from 'node:zlib';

/** One entry of a tree as GitHub takes it: `sha` null deletes. */
export type TreeEntry = {path: string; mode: string; sha: string | null};

export type CommitFacts = {oid: string; tree: string; parents: string[]; message: string};

export type Person = {name: string; email: string};

type BareFile = {mode: number; oid: string; text: string | null};

/** Files of commits, which never change: of hundreds of pull requests with the same head, one is read. */
const files = new Map<string, BareFile | null>();

/** The same for what commits are. */
const commits = new Map<string, CommitFacts>();

/** Git in a bare repository. Each call is one process at most, and throws if git refuses. */
export function openBare(folder: string) {
	const git = (args: readonly string[], {input, env = {}}: {input?: Buffer | string; env?: object} = {}): Buffer =>
		execFileSync('git', ['--git-dir', folder, '--literal-pathspecs', ...args], {
			input,
			env: {PATH: process.env.PATH, ...env},
			stdio: ['pipe', 'pipe', 'pipe'],
			maxBuffer: 256 * 1024 * 1024,
		});
	const line = (...given: Parameters<typeof git>) =>
		git(...given)
			.toString()
			.trim();
	const tryLine = (...given: Parameters<typeof git>) => {
		try {
			return line(...given);
		} catch {
			return null;
		}
	};
	const types = (oids: readonly string[]) =>
		line(['cat-file', '--batch-check=%(objecttype)'], {input: oids.join('\n')})
			.split('\n')
			.map(type => /^\w+$/.exec(type)?.[0] ?? 'missing');
	const log = (from: string, most: number): CommitFacts[] =>
		git(['log', '-z', `--max-count=${most}`, '--format=%H%x01%T%x01%P%x01%B', from])
			.toString()
			.split('\0')
			.filter(Boolean)
			.map(entry => {
				const [oid, tree, parents, message] = entry.split('\x01') as [string, string, string, string];
				return {oid, tree, parents: parents.split(' ').filter(Boolean), message};
			});
	return {
		/** Null if there is no such branch. @param ref `refs/heads/main` */
		head: (ref: string) => looseRef(folder, ref) ?? tryLine(['rev-parse', '--verify', '--quiet', ref]),
		/** Type of each object; `missing` if there is none. */
		types,
		/** Mode by path of all files. */
		modes: (commit: string): Map<string, string> =>
			new Map(
				git(['ls-tree', '-r', '-z', commit])
					.toString()
					.split('\0')
					.filter(Boolean)
					.map(entry => [entry.slice(entry.indexOf('\t') + 1), entry.slice(0, 6)]),
			),
		/** The entry of a path; null if there is none. */
		file: (commit: string, path: string): BareFile | null => {
			const key = `${folder}\0${commit}\0${path}`;
			const known = files.get(key);
			if (known !== undefined) return known;
			const [mode, type, oid] = line(['ls-tree', commit, '--', path]).split(/\s/);
			const text = type === 'blob' && oid ? git(['cat-file', 'blob', oid]).toString() : null;
			const file = mode && oid ? {mode: Number.parseInt(mode, 8), oid, text} : null;
			files.set(key, file);
			return file;
		},
		/** Paths that differ. */
		changed: (one: string, other: string): string[] =>
			git(['diff-tree', '-r', '-z', '--name-only', one, other]).toString().split('\0').filter(Boolean),
		/** Addresses of author and committer; null if there is no such commit. */
		makers: (oid: string): string[] | null =>
			types([oid])[0] === 'commit' ? line(['show', '-s', '--format=%ae%n%ce', oid]).split('\n') : null,
		blob: (content: Buffer) => writeObject(folder, 'blob', content),
		/** The tree with these entries in place of those of another one. */
		tree: (base: string | null, entries: readonly TreeEntry[]) => {
			const place = mkdtempSync(join(tmpdir(), 'emulated-index-'));
			const env = {GIT_INDEX_FILE: join(place, 'index')};
			const lines = entries.map(({path, mode, sha}) => `${sha ? mode : '0'} ${sha ?? '0'.repeat(40)}\t${path}\0`);
			try {
				if (base !== null) git(['read-tree', base], {env});
				git(['update-index', '--replace', '-z', '--index-info'], {env, input: lines.join('')});
				return line(['write-tree'], {env});
			} finally {
				rmSync(place, {recursive: true, force: true});
			}
		},
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
		move: (ref: string, to: string, from: string) => tryLine(['update-ref', ref, to, from]) !== null,
		isAncestor: (older: string, newer: string) => tryLine(['merge-base', '--is-ancestor', older, newer]) !== null,
		/** A commit and those before it, newest first. */
		log,
		/** Null if there is none. */
		commitAt: (oid: string): CommitFacts | null => {
			const key = `${folder}\0${oid}`;
			const facts = commits.get(key) ?? (types([oid])[0] === 'commit' ? log(oid, 1)[0]! : null);
			if (facts) commits.set(key, facts);
			return facts;
		},
	};
}

/** Without a process, as tests have hundreds of branches; null if git has to look. */
function looseRef(folder: string, ref: string): string | null {
	const path = join(folder, ref);
	const oid = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
	return /^[0-9a-f]{40}$/.test(oid) ? oid : null;
}

/** A loose object, without a process: tests store hundreds. */
function writeObject(folder: string, type: string, content: Buffer): string {
	const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
	const oid = createHash('sha1').update(bytes).digest('hex');
	const path = join(folder, 'objects', oid.slice(0, 2), oid.slice(2));
	mkdirSync(dirname(path), {recursive: true});
	if (!existsSync(path)) writeFileSync(path, deflateSync(bytes));
	return oid;
}
