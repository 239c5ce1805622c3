import type {Language} from './languages.ts';
import {type ParserProcess, type ParserStart, startParser} from './start-parser.ts';

/** Up to two parser processes, and a queue for them. */
export type Parsers = {
	/** Starts the first process in the background. */
	warmUp: () => void;
	/** Starts as many processes as this number of files needs, and loads grammars, in advance. */
	prepare: (files: number, languages: readonly Language[]) => void;
	/** Runs `work` with a parser as soon as one is free. */
	use: <Result>(work: (seat: Seat) => Promise<Result>) => Promise<Result>;
	/** Ends the processes. */
	close: () => void;
};

type Seat = {
	/** Starts the process if it is not running; null if that fails, or after `close`. Rejects after an abort. */
	running: () => Promise<ParserProcess | null>;
	isUsable: () => boolean;
	end: () => void;
};

/** A process that ends before the first question was not stopped by a file, so starting it again will not help. */
const mostFailedStarts = 2;

/** With fewer files, one process is done before a second one has started. */
const filesForTwo = 100;

/**
 * The first process starts when it is needed, and again after a file that it did not finish. The second one helps with many
 * files and is not restarted.
 */
export function openParsers(start: ParserStart): Parsers {
	const first = restarted(start);
	const seats: Seat[] = [first];
	const free: Seat[] = [first];
	const waiting: ((seat: Seat) => void)[] = [];
	let isHelped = false;
	let isClosed = false;

	const give = (seat: Seat) => {
		const next = waiting.shift();
		if (next) next(seat);
		else free.push(seat);
	};
	const take = async (): Promise<Seat> => {
		for (;;) {
			const seat = free.shift() ?? (await new Promise<Seat>(resolve => waiting.push(resolve)));
			if (seat.isUsable()) return seat;
		}
	};
	const help = async (languages: readonly Language[]) => {
		const parser = await startParser(start);
		if (isClosed || !parser) return parser?.end();
		parser.prepare(languages);
		const second = {running: async () => parser, isUsable: parser.isAlive, end: parser.end};
		seats.push(second);
		give(second);
	};

	// The next question reports an error.
	const prepareFirst = (languages: readonly Language[]) =>
		void first.running().then(
			parser => parser?.prepare(languages),
			() => {},
		);

	return {
		warmUp: () => prepareFirst([]),
		prepare: (files, languages) => {
			if (isClosed || files === 0 || start.signal.aborted) return;
			prepareFirst(languages);
			if (files < filesForTwo || isHelped) return;
			isHelped = true;
			void help(languages);
		},
		use: async work => {
			const seat = await take();
			try {
				return await work(seat);
			} finally {
				give(seat);
			}
		},
		close: () => {
			isClosed = true;
			for (const seat of seats) seat.end();
		},
	};
}

/** A process that is restarted when it has ended. */
function restarted(start: ParserStart): Seat {
	let parser: ParserProcess | null = null;
	let starting: Promise<ParserProcess | null> | null = null;
	let failedStarts = 0;
	let isEnded = false;

	const restart = async (): Promise<ParserProcess | null> => {
		while (!isEnded && !parser?.isAlive()) {
			if (failedStarts === mostFailedStarts) return null;
			parser = await startParser(start);
			start.signal.throwIfAborted();
			failedStarts = parser ? 0 : failedStarts + 1;
		}
		if (isEnded) parser?.end();
		return isEnded ? null : parser;
	};
	return {
		running: () => {
			starting ??= restart().finally(() => {
				starting = null;
			});
			return starting;
		},
		isUsable: () => true,
		end: () => {
			isEnded = true;
			parser?.end();
		},
	};
}
