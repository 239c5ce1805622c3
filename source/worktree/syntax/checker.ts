import {languageOf} from './languages.ts';
import {openParsers, type Parsers} from './parsers.ts';
import type {ParserAnswer, ParserQuestion} from './protocol.ts';

/**
 * `not-checked`: there is no parser for the file. `unfinished`: parsing took too long or crashed the parser; this must never
 * count as ok.
 */
export type SyntaxVerdict = ParserAnswer['verdict'] | 'unfinished';

/** A file before and after edits. The language depends on the path; `added` as in `isWorse`. */
export type EditedFile = {path: string; before: Buffer; after: Buffer; added: number};

export type SyntaxChecker = {
	/** Starts a process in advance. */
	warmUp: () => void;
	/** Starts processes and loads grammars for these files in the background. */
	prepare: (paths: readonly string[]) => void;
	/** Rejects only after an abort, with the signal's reason. */
	check: (file: EditedFile) => Promise<SyntaxVerdict>;
	/** Why files with a grammar were not checked; null if all were. */
	trouble: () => string | null;
	/** Ends its own processes; later files are `not-checked`. */
	close: () => void;
};

export type SyntaxCheckerOptions = {
	signal: AbortSignal;
	/** For one check of a file. */
	timeoutMs?: number;
	/** Called with the id of each process that is started. */
	onStart?: (pid: number) => void;
	/** They stay open. Default: its own. */
	parsers?: Parsers | undefined;
};

/** In bytes. A longer file is hardly reviewed line by line, and would take the time of the others. */
const longestFile = 1 << 20;

/** In milliseconds: the longest start of a process on a busy machine. */
const startMs = 30_000;

/** Parsers for several checkers. */
export const openSharedParsers = (signal: AbortSignal): Parsers =>
	openParsers({signal, timeoutMs: startMs, onStart: () => {}});

/**
 * Finds syntax errors that edits add. Files are parsed in separate processes, which start with the first file of a language
 * with a grammar, and again after a file that they did not finish. The time for each such file is limited, so that it does
 * not keep others from being checked.
 */
export function openSyntaxChecker(options: SyntaxCheckerOptions): SyntaxChecker {
	const {signal, timeoutMs = 5000, onStart = () => {}} = options;
	const allowance = openAllowance(timeoutMs);
	const {parsers = openParsers({signal, timeoutMs: Math.max(timeoutMs, startMs), onStart})} = options;
	let isClosed = false;
	let trouble: string | null = null;

	const ask = (path: string, question: ParserQuestion): Promise<SyntaxVerdict> =>
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
			const {verdict} = answer;
			if (verdict === 'not-checked') trouble ??= `the grammar for ${question.language} cannot be loaded`;
			return verdict;
		});

	return {
		warmUp: parsers.warmUp,
		prepare: paths => {
			const languages = paths.map(languageOf).filter(language => language !== null);
			parsers.prepare(languages.length, [...new Set(languages)]);
		},
		async check({path, before, after, added}) {
			const language = languageOf(path);
			if (language === null || Math.max(before.length, after.length) > longestFile) return 'not-checked';
			return ask(path, {language, before, after, added});
		},
		trouble: () => trouble,
		close: () => {
			isClosed = true;
			if (!options.parsers) parsers.close();
		},
	};
}

/** How long the next check of a file may take, after checks that did not finish. */
type Allowance = {
	/** In milliseconds; 0 for no further check of this file. */
	of: (path: string) => number;
	/** A check of the file had this many milliseconds and did not finish. */
	spend: (path: string, ms: number) => void;
};

/** In timeouts: what one file may cost, and what all files may cost before each gets only the shortest check. */
const perFile = 2;
const perRun = 12;
const shortest = 1 / 5;

/**
 * A file gets a whole timeout at first and half of what is left for each later check, so that a few more checks find the
 * change to blame. Valid files take milliseconds, so the shortest check is long enough for them.
 */
export function openAllowance(timeoutMs: number): Allowance {
	const shortestMs = timeoutMs * shortest;
	const left = new Map<string, number>();
	let spent = 0;
	const leftFor = (path: string) => left.get(path) ?? (spent < perRun * timeoutMs ? perFile * timeoutMs : shortestMs);
	return {
		of: path => {
			const ms = leftFor(path);
			return ms > 0 ? Math.max(ms / 2, shortestMs) : 0;
		},
		spend: (path, ms) => {
			left.set(path, leftFor(path) - ms);
			spent += ms;
		},
	};
}
