import {type ChildProcess, fork} from 'node:child_process';
import {extname} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Language} from './languages.ts';
import type {ParserAnswer, ParserQuestion, Preparation, Ready} from './protocol.ts';

/** A process that parses. It answers one question at a time. */
export type ParserProcess = {
	isAlive: () => boolean;
	/** Lets it load grammars in advance. */
	prepare: (languages: readonly Language[]) => void;
	/** Null if there is no answer: the process ended, or was ended after `timeoutMs`. */
	ask: (question: ParserQuestion, timeoutMs: number) => Promise<ParserAnswer | null>;
	end: () => void;
};

/** Next to this file, both as a source and as a built file. */
const extension = extname(import.meta.url);
const entry = new URL(`child${extension}`, import.meta.url);

const flags = [
	// Without it V8 compiles large grammars a second time, and can run out of memory doing so (nodejs/node#63421).
	'--liftoff-only',
	// Node before 22.18 runs no source without it.
	...(extension === '.ts' ? ['--experimental-strip-types'] : []),
];

function forked(signal: AbortSignal): ChildProcess | null {
	try {
		return fork(fileURLToPath(entry), {
			execArgv: flags,
			// It reads untrusted text, so it gets nothing of the user's environment, which may contain keys.
			env: {},
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			serialization: 'advanced',
			signal,
		});
	} catch {
		// If there is no file handle left for its pipes, `fork` throws instead of emitting an event.
		return null;
	}
}

export type ParserStart = {
	signal: AbortSignal;
	/** Milliseconds for the start. */
	timeoutMs: number;
	/** Called with the process id before the process can do anything. */
	onStart: (pid: number) => void;
};

/**
 * Starts the process and waits until it is ready; null if that fails or takes longer than `timeoutMs`. It ends at the latest
 * when the signal aborts or this process ends.
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

	/** The next message of the child; null if it ends before, at the latest after `limitMs`. */
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
		isAlive: () => alive,
		prepare: languages => void child.send({languages} satisfies Preparation, error => error && end()),
		ask: async (question, limitMs) => {
			child.send(question, error => error && end());
			return message<ParserAnswer>(limitMs);
		},
		end,
	};
}
