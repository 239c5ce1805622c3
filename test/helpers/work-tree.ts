import {execFileSync} from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {type ChildOptions, type Ended, runChild} from './child.ts';
import {lastingFolder, newFolder} from './folders.ts';
import {callMain} from './in-process.ts';
import {openTerminal, type Terminal} from './terminal.ts';

/** The built program, or another one such as an installed package; the tests from outside know nothing else of it. */
export const executable = process.env.PR_RESOLVE_EXECUTABLE ?? join(import.meta.dirname, '../../dist/cli.js');

export type Content = string | Buffer;
export type Environment = Record<string, string | undefined>;
type Options = Partial<Pick<ChildOptions, 'cwd' | 'meanwhile'>> & {env?: Environment; shell?: string};
type CallOptions = Pick<Options, 'env' | 'cwd'> & Pick<Parameters<typeof callMain>[1], 'clock' | 'signal'>;
type TerminalOptions = {env?: Environment; shell?: string; columns?: number; rows?: number};

/** The files that a work tree starts with by default. */
export const startFiles = {
	'src/list.txt': numbered('item', 12),
	'src/other.txt': numbered('entry', 6),
	'notes.md': '# Notes\n\nFirst.\n\nSecond.\n',
};

/** `item 1`, `item 2`, ... one a line. */
export function numbered(word: string, count: number): string {
	return Array.from({length: count}, (_, index) => `${word} ${index + 1}\n`).join('');
}

/** A git work tree in a temporary folder, with a home of its own and nothing of the machine's environment. */
export class WorkTree {
	readonly root: string;
	readonly home: string;
	readonly env: Environment;

	constructor(root: string, home: string) {
		this.root = root;
		this.home = home;
		this.env = {
			PATH: process.env.PATH,
			HOME: home,
			XDG_CONFIG_HOME: join(home, '.config'),
			XDG_STATE_HOME: join(home, '.state'),
			XDG_CACHE_HOME: join(home, '.cache'),
			// No test may reach a real host: remotes are folders, and nothing listens on the discard port.
			GIT_ALLOW_PROTOCOL: 'file',
			GITHUB_API_URL: 'http://127.0.0.1:9',
			GIT_CONFIG_NOSYSTEM: '1',
		};
	}

	git(...args: string[]): string {
		const who = ['-c', 'user.name=A Tester', '-c', 'user.email=tester@example.com', '-c', 'maintenance.auto=false'];
		const {root: cwd, env} = this;
		return execFileSync('git', [...who, ...args], {cwd, env, encoding: 'utf8', stdio: 'pipe'}).trim();
	}

	/** The commit that is checked out: read, because starting git takes longer. */
	get head(): string {
		const [, ref] = /^ref: (.*)$/m.exec(this.#inGit('HEAD')) ?? [];
		return (ref && this.#inGit(ref)) || this.git('rev-parse', 'HEAD');
	}

	#gitPath(name: string): string {
		return join(this.root, '.git', name);
	}

	/** Empty where there is no such file. */
	#inGit(name: string): string {
		const path = this.#gitPath(name);
		return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
	}

	put(files: Record<string, Content>): this {
		for (const [path, content] of Object.entries(files)) {
			mkdirSync(dirname(join(this.root, path)), {recursive: true});
			writeFileSync(join(this.root, path), content);
		}
		return this;
	}

	/** Commits everything after writing these files. */
	commit(files: Record<string, Content> = {}): this {
		this.put(files);
		this.git('add', '-A');
		this.git('commit', '-q', '--allow-empty', '-m', 'A commit');
		return this;
	}

	/** Writes what `git remote add` writes. */
	remote(name: string, url: string): this {
		const section = `[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/${name}/*\n`;
		appendFileSync(this.#gitPath('config'), section);
		return this;
	}

	/** Writes what `git checkout -b` writes, except the reflog. */
	branch(name: string): this {
		const ref = `refs/heads/${name}`;
		mkdirSync(dirname(this.#gitPath(ref)), {recursive: true});
		writeFileSync(this.#gitPath(ref), `${this.head}\n`);
		writeFileSync(this.#gitPath('HEAD'), `ref: ${ref}\n`);
		return this;
	}

	chmod(path: string, mode: number): this {
		chmodSync(join(this.root, path), mode);
		return this;
	}

	read(path: string): string {
		return readFileSync(join(this.root, path), 'utf8');
	}

	bytes(path: string): Buffer {
		return readFileSync(join(this.root, path));
	}

	/** Everything but the git folder: mode and content of each file, where each link leads. */
	snapshot(): Record<string, string> {
		const entries = readdirSync(this.root, {recursive: true, withFileTypes: true}).filter(
			entry => !entry.isDirectory(),
		);
		const paths = entries.map(entry => join(entry.parentPath, entry.name).slice(this.root.length + 1));
		return Object.fromEntries(
			paths
				.filter(path => !path.startsWith('.git/'))
				.sort()
				.map(path => {
					const stats = lstatSync(join(this.root, path));
					if (stats.isFIFO()) return [path, 'pipe'];
					if (stats.isSymbolicLink()) return [path, `-> ${readlinkSync(join(this.root, path))}`];
					return [path, `${(stats.mode & 0o777).toString(8)} ${this.bytes(path).toString('latin1')}`];
				}),
		);
	}

	/** The same work tree once more, git folder and home included. */
	copy(folder = newFolder()): WorkTree {
		cpSync(dirname(this.root), folder, {recursive: true, verbatimSymlinks: true, preserveTimestamps: true});
		return new WorkTree(join(folder, 'tree'), join(folder, 'home'));
	}

	/** Runs `pr-resolve` without a terminal; `shell` is a script that gets the command as its arguments. */
	run(args: readonly string[], {env, cwd = this.root, shell, meanwhile}: Options = {}): Promise<Ended> {
		const options = {cwd, env: {...this.env, ...env}, ...(meanwhile && {meanwhile})};
		const command = [process.execPath, executable, ...args];
		const [file, ...rest] = shell === undefined ? command : inShell(shell, command);
		return runChild(file!, rest, options);
	}

	/** The same without a process of its own, for the many cases of what `run` showed once. */
	call(args: readonly string[], {env, cwd = this.root, ...more}: CallOptions = {}): Promise<Ended> {
		return callMain(args, {cwd, env: {...this.env, ...env}, ...more});
	}

	/** Starts `pr-resolve` in a terminal. */
	terminal(args: readonly string[], {env, shell = 'exec "$@"', ...size}: TerminalOptions = {}): Terminal {
		const [file, ...rest] = inShell(shell, [process.execPath, executable, ...args]);
		return openTerminal(file!, rest, {cwd: this.root, env: {...this.env, ...env}, ...size});
	}
}

const inShell = (script: string, command: readonly string[]) => ['/bin/sh', '-c', script, 'sh', ...command];

/** A folder without a repository, with a home beside it. */
export function plainFolder(folder = newFolder()): WorkTree {
	for (const name of ['tree', 'home']) mkdirSync(join(folder, name));
	return new WorkTree(join(folder, 'tree'), join(folder, 'home'));
}

/** An empty repository on the branch `main`. */
export function emptyRepository(): WorkTree {
	if (!empty) {
		empty = plainFolder(lastingFolder());
		empty.git('init', '-q', '--template=', '--initial-branch=main');
	}
	return empty.copy();
}

/** What others are copies of: every start of git costs as much as a test's own work. */
let [empty, template]: (WorkTree | null)[] = [null, null];
const committed = new Map<string, WorkTree | null>();

/** A repository that has `startFiles` and, in a second commit, these files. */
export function workTree(files: Record<string, Content> = {}): WorkTree {
	template ??= emptyRepository().commit(startFiles).copy(lastingFolder());
	if (Object.keys(files).length === 0) return template.copy();
	const key = JSON.stringify(files);
	const known = committed.get(key);
	if (known) return known.copy();
	const tree = template.copy().commit(files);
	// Most files are wanted once. Those that are wanted again are kept.
	committed.set(key, committed.has(key) ? tree.copy(lastingFolder()) : null);
	return tree;
}
