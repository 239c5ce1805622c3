import {type ChildProcess, fork} from 'node:child_process';
import {extname} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Language} from './languages.ts';
import type {Answer, Preparation, Question, Ready} from './protocol.ts';

/** A process that parses. It is asked one thing at a time. */
export type ParserProcess = {
	pid: number | undefined;
	isAlive: () => boolean;
	/** Tells it what it will be asked about. */
	prepare: (languages: readonly Language[]) => void;
	/** Null where no answer came: the process ended by itself, or was ended after `timeoutMs`. */
	ask: (question: Question, timeoutMs: number) => Promise<Answer | null>;
	end: () => void;
};

/** Stands beside this file, as a source and as a built file. */
const entry = new URL(`child${extname(import.meta.url)}`, import.meta.url);

function forked(signal: AbortSignal): ChildProcess | null {
	try {
		return fork(fileURLToPath(entry), {
			// Without it V8 compiles large grammars a second time, and can run out of memory doing so (nodejs/node#63421).
			execArgv: ['--liftoff-only'],
			// It reads what strangers wrote: of the user's environment, keys among it, it gets nothing.
			env: {},
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			serialization: 'advanced',
			signal,
		});
	} catch {
		// Where there is no file handle left for its pipes, this is thrown and not told by an event.
		return null;
	}
}

export type ParserStart = {
	signal: AbortSignal;
	/** Milliseconds for the start. */
	timeoutMs: number;
	/** Is told the process id before the process can do anything. */
	onStart: (pid: number) => void;
};

/**
 * Starts the process and waits until it can be asked; null where that fails or takes longer than `timeoutMs`. It ends at
 * the latest when the signal aborts or this process is gone.
 */
export async function startParser({signal, timeoutMs, onStart}: ParserStart): Promise<ParserProcess | null> {
	const child = forked(signal);
	if (child === null) return null;
	const {promise: ended, resolve} = Promise.withResolvers<null>();
	let alive = true;
	const end = () => {
		alive = false;
		child.kill('SIGKILL');
		resolve(null);
	};
	child.once('exit', end);
	child.on('error', end);
	if (child.pid !== undefined) onStart(child.pid);

	/** The next message of the child; null where it ends before, at the latest after `limitMs`. */
	const message = async <Message>(limitMs: number): Promise<Message | null> => {
		const {promise: answered, resolve: answer} = Promise.withResolvers<Message>();
		const timer = setTimeout(end, limitMs);
		child.once('message', message => answer(message as Message));
		try {
			return await Promise.race([answered, ended]);
		} finally {
			clearTimeout(timer);
		}
	};
	if ((await message<Ready>(timeoutMs)) === null) return null;
	return {
		pid: child.pid,
		isAlive: () => alive,
		prepare: languages => void child.send({languages} satisfies Preparation, error => error && end()),
		ask: async (question, limitMs) => {
			child.send(question, error => error && end());
			return message<Answer>(limitMs);
		},
		end,
	};
}
