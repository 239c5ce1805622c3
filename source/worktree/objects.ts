import type {ChildProcessWithoutNullStreams} from 'node:child_process';
import {Failure} from '../failure.ts';
import {largestFile} from './file.ts';
import {type Git, startFailure} from './git.ts';

export type GitObject = {type: string; bytes: Buffer};

export type Objects = {
	/** The object with a name (`<oid>:<path>`); null if there is none or it is larger than the limit. */
	read: (name: string) => Promise<GitObject | null>;
	/** Ends the git process. */
	close: () => void;
};

type ObjectRequest = PromiseWithResolvers<GitObject | null>;

/** Parses the output of `git cat-file --batch`: `<oid> <type> <size>\n<bytes>\n`, or a line with the error. */
class Answers {
	readonly #limit: number;
	readonly #next: () => ObjectRequest | undefined;
	#line: Buffer[] = [];
	#body: Buffer[] = [];
	#type = '';
	#size = 0;
	/** Missing bytes of the current object and the line end after it; 0 between objects. */
	#rest = 0;

	constructor(limit: number, next: () => ObjectRequest | undefined) {
		this.#limit = limit;
		this.#next = next;
	}

	take(chunk: Buffer): void {
		let left = chunk;
		while (left.length > 0) left = this.#rest > 0 ? this.#takeBody(left) : this.#takeLine(left);
	}

	#takeLine(chunk: Buffer): Buffer {
		const end = chunk.indexOf(0x0a);
		if (end < 0) {
			this.#line.push(chunk);
			return chunk.subarray(chunk.length);
		}
		const header = Buffer.concat([...this.#line, chunk.subarray(0, end)]).toString();
		this.#line = [];
		const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(header) ?? [];
		if (type !== undefined) {
			this.#type = type;
			this.#size = Number(size);
			this.#rest = this.#size + 1;
		} else {
			this.#next()?.resolve(null);
		}
		return chunk.subarray(end + 1);
	}

	#takeBody(chunk: Buffer): Buffer {
		const part = chunk.subarray(0, this.#rest);
		if (this.#size <= this.#limit) this.#body.push(part);
		this.#rest -= part.length;
		if (this.#rest === 0) {
			const bytes = Buffer.concat(this.#body).subarray(0, this.#size);
			this.#body = [];
			this.#next()?.resolve(this.#size <= this.#limit ? {type: this.#type, bytes} : null);
		}
		return chunk.subarray(part.length);
	}
}

/** Does work with the objects of git, as `openObjects` has them. */
export async function withObjects<Result>(git: Git, work: (objects: Objects) => Promise<Result>): Promise<Result> {
	const objects = openObjects(git);
	try {
		return await work(objects);
	} finally {
		objects.close();
	}
}

/**
 * Git objects by name, from one long-lived `git cat-file --batch` that starts with the first read.
 *
 * @param limit bytes; larger objects are skipped
 * @throws {Failure} `git-failed` from `read` if the process ends early
 */
export function openObjects(git: Git, limit: number = largestFile): Objects {
	let waiting: ObjectRequest[] = [];
	let child: ChildProcessWithoutNullStreams | null = null;

	const failAll = (reason: unknown) => {
		const failed = waiting;
		waiting = [];
		child = null;
		for (const request of failed) request.reject(reason);
	};
	const start = () => {
		const started = git.start(['cat-file', '--batch']);
		const answers = new Answers(limit, () => waiting.shift());
		const errors: Buffer[] = [];
		started.stdout.on('data', (chunk: Buffer) => answers.take(chunk));
		started.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
		// `close` reports the end of the process; without this listener, its broken pipe would end pr-resolve.
		started.stdin.on('error', () => {});
		started.on('error', error => failAll(startFailure(error, git.signal)));
		started.on('close', () => {
			const said = Buffer.concat(errors).toString().trim();
			failAll(
				new Failure('failed', 'git-failed', `git stopped while pr-resolve read files from history. ${said}`.trim()),
			);
		});
		return started;
	};
	const readAlone = async (name: string) => {
		const {code, stdout: bytes} = await git.run(['cat-file', 'blob', name]);
		return code === 0 && bytes.length <= limit ? {type: 'blob', bytes} : null;
	};

	return {
		read: async name => {
			git.signal.throwIfAborted();
			// Requests are lines, and git removes the carriage return at the end of one.
			if (/[\r\n]/.test(name)) return readAlone(name);
			child ??= start();
			const request = Promise.withResolvers<GitObject | null>();
			waiting.push(request);
			child.stdin.write(`${name}\n`);
			return request.promise;
		},
		close: () => {
			child?.stdin.end();
		},
	};
}
