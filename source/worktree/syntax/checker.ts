import {languageOf} from './languages.ts';
import type {Question} from './protocol.ts';
import {type ParserProcess, startParser} from './start-parser.ts';

export type SyntaxVerdict = 'ok' | 'errors-added' | 'not-checked';

/** A file before and after an edit. The path tells the language. */
export type EditedFile = {path: string; before: Buffer; after: Buffer};

export type SyntaxChecker = {
	/** One verdict for each file, in their order. Rejects with the signal's reason after an abort, never otherwise. */
	check: (files: readonly EditedFile[]) => Promise<SyntaxVerdict[]>;
	/**
	 * The lines (1-based) of the file after the edit at which errors stand that it had not before; null where it could
	 * not be checked. Rejects with the signal's reason after an abort, never otherwise.
	 */
	newErrors: (path: string, before: Buffer, after: Buffer) => Promise<number[] | null>;
	/** Ends the process behind it; what is asked from then on is not checked. */
	close: () => void;
};

export type SyntaxCheckerOptions = {
	signal: AbortSignal;
	/** For one file, the start of the process included. */
	timeoutMs?: number;
	/** Is told the id of each process that is started. */
	onStart?: (pid: number) => void;
};

/** Bytes. Nobody reviews a longer file line by line, and it would use up the time of the others. */
const longestFile = 1 << 20;

const verdictOf = (lines: number[] | null): SyntaxVerdict => {
	if (lines === null) return 'not-checked';
	return lines.length === 0 ? 'ok' : 'errors-added';
};

/**
 * Looks for syntax errors that an edit brought. Parsing happens in a process of its own, which starts with the first
 * file of a language that has a grammar; whatever becomes of it costs verdicts and nothing else.
 */
export function openSyntaxChecker({signal, timeoutMs = 5000, onStart}: SyntaxCheckerOptions): SyntaxChecker {
	let parser: ParserProcess | null = null;
	// A second one after a crash or a time-out; where that fails too, the files are to blame.
	let startsLeft = 2;
	let turn: Promise<unknown> = Promise.resolve();

	const running = (): ParserProcess | null => {
		if (parser?.isAlive()) return parser;
		if (startsLeft === 0) return null;
		startsLeft -= 1;
		parser = startParser(signal);
		if (parser.pid !== undefined) onStart?.(parser.pid);
		return parser;
	};

	const ask = async (question: Question): Promise<number[] | null> => {
		signal.throwIfAborted();
		const answer = await running()?.ask(question, timeoutMs);
		signal.throwIfAborted();
		return answer?.lines ?? null;
	};

	const newErrors = async (path: string, before: Buffer, after: Buffer): Promise<number[] | null> => {
		const language = languageOf(path);
		if (language === null || Math.max(before.length, after.length) > longestFile) return null;
		const answer = turn.then(() => ask({language, before, after}));
		turn = answer.catch(() => null);
		return answer;
	};

	return {
		newErrors,
		check: files =>
			Promise.all(files.map(async ({path, before, after}) => verdictOf(await newErrors(path, before, after)))),
		close: () => {
			startsLeft = 0;
			parser?.end();
		},
	};
}
