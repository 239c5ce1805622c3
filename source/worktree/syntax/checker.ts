import {openAllowance} from './allowance.ts';
import {languageOf} from './languages.ts';
import {openParsers} from './parsers.ts';
import type {Question} from './protocol.ts';

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
	/** Starts a process before it is known whether one is needed. */
	warmUp: () => void;
	/** Starts what checking these files takes, in the background. */
	prepare: (paths: readonly string[]) => void;
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

const verdictOf = (found: NewErrors): SyntaxVerdict => {
	if (typeof found === 'string') return found;
	return found.length === 0 ? 'ok' : 'errors-added';
};

/**
 * Looks for syntax errors that an edit brought. Parsing happens in processes of their own, which start with the first file
 * of a language that has a grammar, and anew after a file that they did not come to the end of. What such files may cost is
 * bounded file by file, so that none of them keeps the others from being checked.
 */
export function openSyntaxChecker(options: SyntaxCheckerOptions): SyntaxChecker {
	const {signal, timeoutMs = 5000, onStart = () => {}} = options;
	const allowance = openAllowance(timeoutMs);
	const parsers = openParsers({signal, timeoutMs: Math.max(timeoutMs, startMs), onStart});
	let isClosed = false;
	let trouble: string | null = null;

	const ask = (path: string, question: Question): Promise<NewErrors> =>
		parsers.use(async ({running}) => {
			signal.throwIfAborted();
			const limitMs = allowance.of(path);
			if (limitMs === 0) return 'unfinished';
			const parser = await running();
			if (isClosed) return 'not-checked';
			if (!parser) {
				trouble = 'the parser cannot be started';
				return 'not-checked';
			}
			const answer = await parser.ask(question, limitMs);
			signal.throwIfAborted();
			if (isClosed) return 'not-checked';
			if (!answer) {
				allowance.spend(path, limitMs);
				return 'unfinished';
			}
			if (answer.lines === null) trouble ??= `the grammar of ${question.language} cannot be loaded`;
			return answer.lines ?? 'not-checked';
		});

	const newErrors: SyntaxChecker['newErrors'] = async (path, before, after, added) => {
		const language = languageOf(path);
		if (language === null || Math.max(before.length, after.length) > longestFile) return 'not-checked';
		return ask(path, {language, before, after, added});
	};

	return {
		warmUp: parsers.warmUp,
		prepare: paths => {
			const languages = paths.map(languageOf).filter(language => language !== null);
			parsers.prepare(languages.length, [...new Set(languages)]);
		},
		newErrors,
		check: files =>
			Promise.all(
				files.map(async ({path, before, after, added}) => verdictOf(await newErrors(path, before, after, added))),
			),
		trouble: () => trouble,
		close: () => {
			isClosed = true;
			parsers.close();
		},
	};
}
