import {execFileSync} from 'node:child_process';
import {type IPty, spawn} from '@lydell/node-pty';
import type {WindowSize} from '../../test/helpers/terminal-streams.ts';
import type {Environment} from '../isolation.ts';

type Where = {
	cwd: string;
	env: Environment;
	size: WindowSize;
	/** Gets all output as it arrives. */
	show?: (text: string) => void;
};

const patienceMs = 60_000;

/** A program in a pseudo-terminal, and its output. */
export class InPty {
	/** Characters, escape sequences included. */
	written = '';
	readonly ended: Promise<void>;
	readonly #child: IPty;
	readonly #watchers = new Set<() => void>();

	constructor(file: string, args: readonly string[], {cwd, env, size, show}: Where) {
		this.#child = spawn(file, [...args], {cwd, env, cols: size.columns, rows: size.rows});
		this.#child.onData(text => {
			this.written += text;
			show?.(text);
			for (const watcher of this.#watchers) watcher();
		});
		this.ended = new Promise(resolve => this.#child.onExit(() => resolve()));
	}

	/** Waits until it has written this. @throws {Error} after a while */
	wrote(text: string): Promise<void> {
		const {promise, resolve, reject} = Promise.withResolvers<void>();
		const timer = setTimeout(() => reject(new Error(`"${text}" was not written:\n${this.written}`)), patienceMs);
		const watcher = () => {
			if (this.written.includes(text)) resolve();
		};
		this.#watchers.add(watcher);
		watcher();
		return promise.finally(() => {
			clearTimeout(timer);
			this.#watchers.delete(watcher);
		});
	}

	press(keys: string): void {
		this.#child.write(keys);
	}

	resize({columns, rows}: WindowSize): void {
		this.#child.resize(columns, rows);
	}

	/** What runs in the terminal, as text: which programs, whether they are stopped, and what has the keyboard. */
	processes(): string {
		const columns = 'pid,pgid,tpgid,stat,wchan:24,args';
		return execFileSync('ps', ['-o', columns, '-s', String(this.#child.pid)], {encoding: 'utf8'});
	}

	/** Presses this key until the program has ended. */
	async leave(keys: string): Promise<void> {
		const timer = setInterval(() => this.#child.write(keys), 200);
		await this.ended;
		clearInterval(timer);
	}

	async kill(): Promise<void> {
		this.#child.kill('SIGKILL');
		await this.ended;
	}
}
