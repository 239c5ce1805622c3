/** How the values of a setting are read and shown. Booleans, numbers and durations are kinds like these. */
export type Kind<Value> = {
	/** Stands for the value in a help text: `<mode>`. */
	readonly placeholder: string;
	/** The accepted values as words that can follow "Accepted:". */
	readonly accepted: string;
	/** The words themselves where there is a closed list of them. */
	readonly choices: readonly string[];
	/** Reads a file's value, a variable's text or a flag's text (a list where repeated); undefined: not accepted. */
	read(raw: unknown): Value | undefined;
	/** As a person would write it; an empty text where the setting is unset. */
	show(value: Value): string;
};

/** One of a closed list of words, in any case. */
export function choice<const Word extends string>(placeholder: string, words: readonly Word[]): Kind<Word> {
	return {
		placeholder,
		accepted: words.join(', '),
		choices: words,
		read: raw => words.find(word => typeof raw === 'string' && word.toLowerCase() === raw.trim().toLowerCase()),
		show: word => word,
	};
}

/** On or off. On the command line the flag alone turns it on. */
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

/** Patterns for paths; a text may hold several between commas. */
export const patterns: Kind<readonly string[]> = {
	placeholder: '<glob>',
	accepted: 'patterns such as src/**, *.ts (several: a list, or separated by commas)',
	choices: [],
	read: raw => {
		const words = [raw].flat().flatMap(word => (typeof word === 'string' ? word.split(',') : [null]));
		const globs = words.map(word => word?.trim() ?? '');
		return globs.every(glob => glob !== '' && !glob.includes('\0')) ? [...new Set(globs)] : undefined;
	},
	show: value => value.join(', '),
};

/** A choice that may be left open: null where it is. */
export function optional<Value>(kind: Kind<Value>): Kind<Value | null> {
	return {...kind, show: value => (value === null ? '' : kind.show(value))};
}

/** The path of a file; null where there is none. */
export const path: Kind<string | null> = {
	placeholder: '<path>',
	accepted: 'the path of a file',
	choices: [],
	read: raw => (typeof raw === 'string' && raw.trim() !== '' && !raw.includes('\0') ? raw : undefined),
	show: value => value ?? '',
};

// Managed accounts may hold an underscore; REST spells an app's login with the suffix that GraphQL leaves out.
const login = /^([a-z\d](?:[a-z\d_-]{0,98}[a-z\d])?)(?:\[bot\])?$/i;

/** GitHub logins, without the `[bot]` suffix; a text may hold several between commas. */
export const logins: Kind<readonly string[]> = {
	placeholder: '<login>',
	accepted: 'GitHub logins (several: a list, or separated by commas)',
	choices: [],
	read: raw => {
		const words = [raw].flat().flatMap(word => (typeof word === 'string' ? word.split(',') : [null]));
		const names = words.map(word => login.exec(word?.trim() ?? '')?.[1]);
		return names.every(name => name !== undefined) ? [...new Set(names)] : undefined;
	},
	show: value => value.join(', '),
};
