import {shorten} from '../text/shorten.ts';
import {bareAddress} from '../text/web-address.ts';

/** How to read and show the values of a setting. Booleans, numbers and durations are kinds. */
export type Kind<Value> = {
	/** Placeholder in help: `<mode>`. */
	readonly placeholder: string;
	/** The accepted values, in words that can follow "Expected:". */
	readonly accepted: string;
	/** The accepted words, if it is a closed list. */
	readonly choices: readonly string[];
	/** Reads a file's value, a variable's text or a flag's text (a list if repeated). Undefined: not accepted. */
	read(raw: unknown): Value | undefined;
	/** The value as a user would write it; empty if the setting is unset. */
	show(value: Value): string;
	/** What its flag means without a value, which then only follows `=`. */
	readonly alone?: string;
	/** The value must never be shown. */
	readonly isSecret?: boolean;
	/** What messages may show of a rejected text; all of it by default. */
	conceal?(given: string): string;
};

/** One word of a closed list, in any case. */
export function choice<const Word extends string>(placeholder: string, words: readonly Word[]): Kind<Word> {
	return {
		placeholder,
		accepted: words.join(', '),
		choices: words,
		read: raw => words.find(word => typeof raw === 'string' && word.toLowerCase() === raw.trim().toLowerCase()),
		show: word => word,
	};
}

/** One word of a closed list with several spellings; `find` maps a spelling to its name, `nameOf` a name to what people read. */
export function alias<Name extends string>(
	placeholder: string,
	choices: readonly string[],
	find: (word: string) => Name | null,
	nameOf: (name: Name) => string,
): Kind<Name> {
	const names = choices.flatMap(word => find(word) ?? []).map(nameOf);
	return {
		placeholder,
		accepted: [...new Set(names)].join(', '),
		choices,
		read: raw => (typeof raw === 'string' ? (find(raw) ?? undefined) : undefined),
		show: nameOf,
	};
}

/** On or off. As a flag it takes no value. */
export const truth: Kind<boolean> = {
	placeholder: '',
	accepted: 'true, false',
	choices: ['true', 'false'],
	read: raw => {
		const word = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
		return word === true || word === 'true' ? true : word === false || word === 'false' ? false : undefined;
	},
	show: value => String(value),
};

/** On or off, or one more word. As a flag it is on without a value, which only follows `=`. */
export function truthOr<const Word extends string>(word: Word): Kind<boolean | Word> {
	return {
		placeholder: word,
		accepted: `${truth.accepted}, ${word}`,
		choices: [...truth.choices, word],
		alone: 'true',
		read: raw => (typeof raw === 'string' && raw.trim().toLowerCase() === word ? word : truth.read(raw)),
		show: String,
	};
}

/** Limits far above real use: matching takes time. */
const mostPatterns = 100;
export const longestPattern = 300;
const longestPatterns = 2000;

/** Path patterns; one text may contain several, separated by commas. */
export const patterns: Kind<readonly string[]> = {
	placeholder: '<glob>',
	accepted: `patterns such as src/**, *.ts (up to ${mostPatterns} of ${longestPattern} characters, ${longestPatterns} in all; a list or comma-separated)`,
	choices: [],
	read: raw => {
		const globs = splitWords(raw);
		const isPattern = (glob: string) => glob !== '' && glob.length <= longestPattern && !glob.includes('\0');
		const isShort = globs.length <= mostPatterns && globs.join('').length <= longestPatterns;
		return isShort && globs.every(isPattern) ? [...new Set(globs)] : undefined;
	},
	show: value => value.join(', '),
};

/** For a setting that is null while nothing sets it. */
export const unset = <Value>(kind: Kind<Value>): {kind: Kind<Value | null>; default: null} => ({
	kind: {...kind, show: value => (value === null ? '' : kind.show(value))},
	default: null,
});

/** For a setting that is off or on while nothing sets it. */
export const off = {kind: truth, default: false} as const;
export const on = {kind: truth, default: true} as const;

/** One text. @param readText what the setting has of it; undefined: not accepted */
export const oneText = (
	placeholder: string,
	accepted: string,
	readText: (given: string) => string | undefined,
): Kind<string> => ({
	placeholder,
	accepted,
	choices: [],
	read: raw => (typeof raw === 'string' ? readText(raw) : undefined),
	show: value => value,
});

const isFilled = (given: string) => given.trim() !== '' && !given.includes('\0');

export const path = oneText('<path>', 'a file path', given => (isFilled(given) ? given : undefined));

// Managed accounts can contain an underscore. REST adds a suffix to an app's login that GraphQL omits.
const login = /^([a-z\d](?:[a-z\d_-]{0,98}[a-z\d])?)(?:\[bot\])?$/i;

/** GitHub logins, without the `[bot]` suffix; one text may contain several, separated by commas. */
export const logins = wordList('<login>', 'GitHub logins', word => login.exec(word)?.[1]);

/** A word in brackets is the login of no account. */
export const everyBot = '[bot]';

/** The same, and `[bot]` for every bot. */
export const reviewers = wordList('<login>', 'GitHub logins or [bot]', word =>
	word === everyBot ? word : login.exec(word)?.[1],
);

/** A list of words without spaces; one text may contain several, separated by commas. */
export const words = (
	placeholder: string,
	accepted: string,
	isWord: (word: string) => boolean,
): Kind<readonly string[]> => wordList(placeholder, accepted, word => (isWord(word) ? word : undefined));

/** @param readWord what the list has of a word; undefined: not accepted */
function wordList(
	placeholder: string,
	accepted: string,
	readWord: (word: string) => string | undefined,
): Kind<readonly string[]> {
	return {
		placeholder,
		accepted: `${accepted} (a list or comma-separated)`,
		choices: [],
		read: raw => {
			const list = splitWords(raw).map(readWord);
			return list.every(word => word !== undefined) ? [...new Set(list)] : undefined;
		},
		show: value => value.join(', '),
	};
}

/** What is not text becomes an empty word, which no list accepts. */
const splitWords = (raw: unknown): string[] =>
	[raw].flat().flatMap(each => (typeof each === 'string' ? each.split(',').map(word => word.trim()) : ['']));

/** A number between two bounds, inclusive. */
export function number(
	placeholder: string,
	{from, to, unit = '', whole = false}: {from: number; to: number; unit?: string; whole?: boolean},
): Kind<number> {
	const kind = whole ? 'a whole number' : 'a number';
	return {
		placeholder,
		accepted: Number.isFinite(to) ? `${kind} from ${from} to ${to}${unit}` : `${kind} of at least ${from}${unit}`,
		choices: [],
		read: raw => {
			const value = typeof raw === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(raw) ? Number(raw) : raw;
			if (typeof value !== 'number' || !Number.isFinite(value) || value < from || value > to) return undefined;
			return whole && !Number.isInteger(value) ? undefined : value;
		},
		show: String,
	};
}

/** One part of so many that are equal: `1/4` is 4. */
export function share(placeholder: string, most: number): Kind<number> {
	return {
		placeholder,
		accepted: `one part of up to ${most}, such as 1/4`,
		choices: [],
		read: raw => {
			const [, parts] = (typeof raw === 'string' && /^\s*1\/([1-9]\d{0,8})\s*$/.exec(raw)) || [];
			return parts !== undefined && Number(parts) <= most ? Number(parts) : undefined;
		},
		show: parts => `1/${parts}`,
	};
}

/** One line of text. */
export const text = (placeholder: string, accepted: string) =>
	oneText(placeholder, accepted, given => (/^\P{Cc}+$/u.test(given.trim()) ? given.trim() : undefined));

/**
 * In characters; far above real use, and below what GitHub and terminals show. To format the number, Node would load its
 * tables of languages: 10 ms of every command.
 */
const longestMessage = {length: 10_000, text: '10,000'};

/** A commit message: text with line ends. */
export const message: Kind<string> = {
	...oneText(
		'<text>',
		`text of up to ${longestMessage.text} characters, without control characters except line ends`,
		given => {
			const isMessage = given.trim() !== '' && given.length <= longestMessage.length;
			return isMessage && !/[^\P{Cc}\n\t]/u.test(given) ? given : undefined;
		},
	),
	conceal: given => shorten(given, 60),
};

export const shellCommand = oneText('<command>', 'a shell command', given =>
	isFilled(given) ? given.trim() : undefined,
);

/** A text that is never shown. */
export const secret = (placeholder: string): Kind<string> => ({
	...text(placeholder, 'one line of text'),
	isSecret: true,
	show: () => '(set, not shown)',
});

/** The address of a server without trailing slashes. */
export const address: Kind<string> = {
	...oneText('<url>', 'an http:// or https:// address without a password, query or fragment', given => {
		const url = URL.parse(given.trim());
		if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
		const isBare = url.username + url.password + url.search + url.hash === '';
		return isBare ? given.trim().replace(/\/+$/, '') : undefined;
	}),
	conceal: bareAddress,
};
