import {fork} from 'node:child_process';
import {extname} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Answer, Question} from './protocol.ts';

/** A process that parses. It is asked one thing at a time. */
export type ParserProcess = {
	/** Undefined where it could not be started. */
	pid: number | undefined;
	isAlive: () => boolean;
	/** Null where no answer came: the process ended by itself, or was ended after `timeoutMs`. */
	ask: (question: Question, timeoutMs: number) => Promise<Answer | null>;
	end: () => void;
};

/** Stands beside this file, as a source and as a built file. */
const entry = new URL(`child${extname(import.meta.url)}`, import.meta.url);

/** Starts the process; it ends at the latest when the signal aborts or this process is gone. */
export function startParser(signal: AbortSignal): ParserProcess {
	const child = fork(fileURLToPath(entry), {
		// Without it V8 compiles large grammars a second time, and can run out of memory doing so (nodejs/node#63421).
		execArgv: ['--liftoff-only'],
		// It reads what strangers wrote: of the user's environment, keys among it, it gets nothing.
		env: {},
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		serialization: 'advanced',
		signal,
	});
	const {promise: ended, resolve} = Promise.withResolvers<null>();
	let alive = true;
	const end = () => {
		alive = false;
		child.kill('SIGKILL');
		resolve(null);
	};
	child.once('exit', end);
	child.on('error', end);
	return {
		pid: child.pid,
		isAlive: () => alive,
		ask: async (question, timeoutMs) => {
			const {promise: answered, resolve: answer} = Promise.withResolvers<Answer>();
			const timer = setTimeout(end, timeoutMs);
			child.once('message', message => answer(message as Answer));
			child.send(question, error => error && end());
			try {
				return await Promise.race([answered, ended]);
			} finally {
				clearTimeout(timer);
			}
		},
		end,
	};
}
