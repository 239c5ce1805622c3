import {openAllowance} from './allowance.ts';
import {languageOf} from './languages.ts';
import type {Question} from './protocol.ts';
import {type ParserProcess, startParser} from './start-parser.ts';

/**
 * `not-checked`: nothing here can parse the file. `unfinished`: parsing it took too long or brought the parser down, so
 * that nobody knows; that must never count as sound.
 */
export type SyntaxVerdict = 'ok' | 'errors-added' | 'not-checked' | 'unfinished';

/** A file before and after edits. The path tells the language; `added` is as `newFaults` takes it. */
export type EditedFile = {path: string; before: Buffer; after: Buffer; added?: number};

/** The lines (1-based) of the file after the edit at which errors stand that it had not before. */
export type NewErrors = number[] | Extract<SyntaxVerdict, 'not-checked' | 'unfinished'>;

export type SyntaxChecker = {
	/** One verdict for each file, in their order. Rejects with the signal's reason after an abort, never otherwise. */
	check: (files: readonly EditedFile[]) => Promise<SyntaxVerdict[]>;
	/** Rejects with the signal's reason after an abort, never otherwise. */
	newErrors: (path: string, before: Buffer, after: Buffer, added?: number) => Promise<NewErrors>;
	/** Why files were not checked although there are grammars for them; null where all were. */
	trouble: () => string | null;
	/** Ends the process behind it; what is asked from then on is not checked. */
	close: () => void;
};

export type SyntaxCheckerOptions = {
	signal: AbortSignal;
	/** For one look at a file. */
	timeoutMs?: number;
	/** Is told the id of each process that is started. */
	onStart?: (pid: number) => void;
};

/** Bytes. Nobody reviews a longer file line by line, and it would use up the time of the others. */
const longestFile = 1 << 20;

/** What the start of a process may take on a busy machine. */
const startMs = 30_000;

/** A process that ends before it was asked anything is not a file's doing, and will do so again. */
const mostFailedStarts = 2;

const verdictOf = (found: NewErrors): SyntaxVerdict => {
	if (typeof found === 'string') return found;
	return found.length === 0 ? 'ok' : 'errors-added';
};

/**
 * Looks for syntax errors that an edit brought. Parsing happens in a process of its own, which starts with the first
 * file of a language that has a grammar, and anew after a file that it did not come to the end of. What such files may
 * cost is bounded file by file, so that none of them keeps the others from being checked.
 */
export function openSyntaxChecker(options: SyntaxCheckerOptions): SyntaxChecker {
	const {signal, timeoutMs = 5000, onStart = () => {}} = options;
	const allowance = openAllowance(timeoutMs);
	let parser: ParserProcess | null = null;
	let failedStarts = 0;
	let isClosed = false;
	let trouble: string | null = null;
	let turn: Promise<unknown> = Promise.resolve();

	const running = async (): Promise<ParserProcess | null> => {
		while (!isClosed && !parser?.isAlive()) {
			if (failedStarts === mostFailedStarts) {
				trouble = 'the parser cannot be started';
				return null;
			}
			parser = await startParser(signal, Math.max(timeoutMs, startMs), onStart);
			signal.throwIfAborted();
			failedStarts = parser ? 0 : failedStarts + 1;
		}
		if (isClosed) parser?.end();
		return isClosed ? null : parser;
	};

	const ask = async (path: string, question: Question): Promise<NewErrors> => {
		signal.throwIfAborted();
		const limitMs = allowance.of(path);
		if (limitMs === 0) return 'unfinished';
		const asked = await running();
		if (!asked) return 'not-checked';
		const answer = await asked.ask(question, limitMs);
		signal.throwIfAborted();
		if (isClosed) return 'not-checked';
		if (!answer) {
			allowance.spend(path, limitMs);
			return 'unfinished';
		}
		if (answer.lines === null) trouble ??= `the grammar of ${question.language} cannot be loaded`;
		return answer.lines ?? 'not-checked';
	};

	const newErrors: SyntaxChecker['newErrors'] = async (path, before, after, added) => {
		const language = languageOf(path);
		if (language === null || Math.max(before.length, after.length) > longestFile) return 'not-checked';
		const answer = turn.then(() => ask(path, {language, before, after, added}));
		turn = answer.catch(() => null);
		return answer;
	};

	return {
		newErrors,
		check: files =>
			Promise.all(
				files.map(async ({path, before, after, added}) => verdictOf(await newErrors(path, before, after, added))),
			),
		trouble: () => trouble,
		close: () => {
			isClosed = true;
			parser?.end();
		},
	};
}
