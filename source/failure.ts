import {type Ending, type ExitCode, exitCodes} from './exit-code.ts';
import type {CodeOf, FailureCode} from './failure-codes.ts';
import {closedSentence} from './text/sentences.ts';

/** What leads on after a failure. */
export type Way =
	/** What was asked, once more. `what`: such as `the command` */
	| {kind: 'again'; what: string}
	/** The command that finishes a run, or undoes it. */
	| {kind: 'continue' | 'undo'; command: string}
	/**
	 * Run this with the terminal handed over, then check again. No shell: the words are the program and its arguments.
	 */
	| {kind: 'command'; command: string}
	/** It keeps running: start it elsewhere, then check again. */
	| {kind: 'elsewhere'; command: string}
	/** Download the model here. */
	| {kind: 'pull'; command: string; model: string}
	/** A page in a browser. */
	| {kind: 'open'; url: string};

export const run = (command: string): Way => ({kind: 'command', command});

export const again: Way = {kind: 'again', what: 'the command'};

/** After a sentence that names another command. */
export const sameAgain: Way = {kind: 'again', what: 'the same command'};

/** A way as words of a sentence, which can begin with it. */
type Phrase = Extract<Way, {kind: 'again' | 'continue' | 'undo'}>;

const isPhrase = (part: string | Way): part is Phrase =>
	typeof part !== 'string' && (part.kind === 'again' || part.kind === 'continue' || part.kind === 'undo');

/** How a face spells ways where it has other words than a shell. */
export type Spelling = {readonly [Kind in Phrase['kind']]?: string};

const inShell = (way: Phrase) => (way.kind === 'again' ? `run ${way.what} again` : `run: ${way.command}`);

const literal = (part: string | Exclude<Way, Phrase>) =>
	typeof part === 'string' ? part : part.kind === 'open' ? part.url : part.command;

/** What to do about a failure: sentences, with ways in them. Converted to a string or to JSON, they are spelled for a shell. */
export class RemedyParts {
	readonly parts: readonly (string | Way)[];

	constructor(parts: readonly (string | Way)[]) {
		this.parts = parts;
	}

	get ways(): Way[] {
		return this.parts.filter(part => typeof part !== 'string');
	}

	spell(spelling: Spelling = {}): string {
		let text = '';
		for (const part of this.parts) {
			if (!isPhrase(part)) {
				text += literal(part);
				continue;
			}
			const words = spelling[part.kind] ?? inShell(part);
			const isFirst = text === '' || /(?:[.!?] |\n)$/.test(text);
			text += isFirst ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : words;
		}
		return text;
	}

	toString(): string {
		return this.spell();
	}

	toJSON(): string {
		return this.spell();
	}
}

/** What to do; empty where there is nothing to. */
export type Remedy = string | RemedyParts;

export const spell = (remedy: Remedy, spelling: Spelling = {}): string =>
	typeof remedy === 'string' ? remedy : remedy.spell(spelling);

const partsOf = (part: Remedy | Way): RemedyParts['parts'] =>
	part instanceof RemedyParts ? part.parts : part === '' ? [] : [part];

/** A remedy of the sentences in a template, and of the ways and remedies in its places. */
export const advise = (texts: TemplateStringsArray, ...places: readonly (Remedy | Way)[]): RemedyParts =>
	new RemedyParts(texts.flatMap((text, index) => [...partsOf(text), ...partsOf(places[index] ?? '')]));

/** Joins lines, of which there is one at least. */
export const inLines = (lines: readonly Remedy[]): Remedy => lines.reduce((before, line) => advise`${before}\n${line}`);

/** Joins what is not empty, as `sentences` does. */
export function joinRemedies(...all: readonly Remedy[]): Remedy {
	const told = all.map(partsOf).filter(({length}) => length > 0);
	if (told.length === 0) return '';
	const endOf = (last: string | Way | undefined) =>
		typeof last === 'string' && closedSentence(last) === last ? ' ' : '. ';
	return new RemedyParts(
		told.flatMap((parts, index) => (index < told.length - 1 ? [...parts, endOf(parts.at(-1))] : parts)),
	);
}

/** The kind of a failure; each one has an exit code. */
export type FailureKind = Exclude<Ending, 'done'>;

type FailureOptions = ErrorOptions & {
	retryAt?: number | null;
	details?: Readonly<Record<string, unknown>>;
};

/** A code with one of the endings that it can have. */
type FailureArguments = {
	[Kind in FailureKind]: [
		kind: Kind,
		code: CodeOf<Kind>,
		message: string,
		remedy?: Remedy | undefined,
		options?: FailureOptions | undefined,
	];
}[FailureKind];

/**
 * A failure that the user can understand: what happened and what to do about it.
 * Everything that is thrown on purpose is a Failure; anything else is a bug.
 */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly kind: FailureKind;
	readonly code: FailureCode;
	/** One or two sentences on what to do; empty if nothing can be done. */
	readonly remedy: Remedy;
	/** When the same can succeed, in milliseconds since the epoch; null if that is unknown. */
	readonly retryAt: number | null;
	/** Further fields of the document that reports it to programs, as JSON. */
	readonly details: Readonly<Record<string, unknown>>;

	constructor(...given: FailureArguments) {
		const [kind, code, message, remedy = '', {retryAt = null, details = {}, ...options} = {}] = given;
		super(message, options);
		this.kind = kind;
		this.code = code;
		this.remedy = remedy;
		this.retryAt = retryAt;
		this.details = details;
	}

	/** What a program can do about it. */
	get ways(): readonly Way[] {
		return typeof this.remedy === 'string' ? [] : this.remedy.ways;
	}

	/** The same failure with further fields for its document. */
	withDetails(details: Failure['details']): Failure {
		return this.with({details: {...this.details, ...details}});
	}

	/** A failure that ends as a step which was not taken. */
	static ofStop({
		ending,
		code,
		message,
		remedy,
	}: Pick<Failure, 'code' | 'message' | 'remedy'> & {ending: Ending}): Failure {
		return new Failure(...([ending === 'done' ? 'needsPerson' : ending, code, message, remedy] as FailureArguments));
	}

	/** The same failure, told in another way. */
	with(changes: Partial<Pick<Failure, 'message' | 'remedy' | 'details'>>): Failure {
		const {kind, code, retryAt} = this;
		const {message, remedy, details} = {...this, message: this.message, ...changes};
		return new Failure(...([kind, code, message, remedy, {retryAt, details, cause: this}] as FailureArguments));
	}

	get exitCode(): ExitCode {
		return exitCodes[this.kind];
	}
}
