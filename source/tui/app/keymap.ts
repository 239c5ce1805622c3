/** What a key does, as data: keys, help and hints are all made from it. */
export type Binding<State, Command extends string = string> = {
	/** By the names of `keys.ts`; the first one is shown. */
	keys: readonly string[];
	command: Command;
	/** A bare verb and two to five words, without a full stop. */
	help: string;
	/**
	 * A word or two for the line at the bottom, or what they are now; left out where there is none. A text stands there
	 * while the key works; a function decides by itself, and is given why the key does nothing now.
	 */
	hint?: string | ((state: State, reason: string | null) => string | null);
	group: string;
	/** It means nothing where lines are read instead of a screen. */
	isForScreen?: true;
	/** Why the key does nothing now; null where it works. */
	disabled?: (state: State) => string | null;
};

/** These are for the terminal, whatever is open: no text and no question takes them. */
export const isForTerminal = (key: string): boolean => ['ctrl+c', 'ctrl+l', 'ctrl+z'].includes(key);

export type Keymap<State, Command extends string = string> = readonly Binding<State, Command>[];

/** What is bound to each command, in the order in which help and hints have them. */
export type Bindings<State, Command extends string = string> = Readonly<
	Record<Command, Omit<Binding<State>, 'command'>>
>;

export const keymapOf = <State, Command extends string>(bindings: Bindings<State, Command>): Keymap<State, Command> =>
	(Object.keys(bindings) as Command[]).map(command => ({command, ...bindings[command]}));

/** What every app binds alike. */
export const appKeys = {
	redraw: {keys: ['ctrl+l'], help: 'redraw screen', group: 'app', isForScreen: true},
	suspend: {keys: ['ctrl+z'], help: 'suspend to shell; fg returns', group: 'app', isForScreen: true},
	interrupt: {keys: ['ctrl+c'], help: 'stop current work; twice: quit', group: 'app', isForScreen: true},
	help: {keys: ['?'], help: 'show keys', hint: 'help', group: 'app'},
} as const satisfies Bindings<unknown>;

export function bindingOf<State, Command extends string>(
	keymap: Keymap<State, Command>,
	key: string,
): Binding<State, Command> | undefined {
	return keymap.find(({keys}) => keys.includes(key));
}

const shown: Readonly<Record<string, string>> = {
	up: 'Up',
	down: 'Down',
	left: 'Left',
	right: 'Right',
	pageup: 'PgUp',
	pagedown: 'PgDn',
	home: 'Home',
	end: 'End',
	enter: 'Enter',
	escape: 'Esc',
	space: 'Space',
	tab: 'Tab',
	'shift+tab': 'Shift-Tab',
};

/** `ctrl+d` as `Ctrl-D`. */
export function labelOf(key: string): string {
	return shown[key] ?? key.replace(/^ctrl\+(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

/** A key, and in a word what it does. */
export type Hint = {key: string; word: string};

/** What the line at the bottom offers: what works now, in the order of the keymap. */
export function hintsOf<State>(keymap: Keymap<State>, state: State): Hint[] {
	return keymap.flatMap(({keys, hint = null, disabled}) => {
		const reason = disabled?.(state) ?? null;
		const word = typeof hint === 'function' ? hint(state, reason) : reason === null ? hint : null;
		return word === null ? [] : [{key: labelOf(keys[0]!), word}];
	});
}

export type HelpRow = {group: string; keys: string; help: string; reason: string | null};

/** The whole keymap for people; `search` is looked for in keys, words and the names of the commands. */
export function helpOf<State>(keymap: Keymap<State>, state: State, search = ''): HelpRow[] {
	const wanted = search.trim().toLowerCase();
	const texts = ({keys, help, hint, command}: Binding<State>) => [
		...keys.map(labelOf),
		help,
		typeof hint === 'string' ? hint : '',
		command,
	];
	return keymap
		.filter(binding => texts(binding).some(text => text.toLowerCase().includes(wanted)))
		.map(({group, keys, help, disabled}) => ({
			group,
			keys: keys.map(labelOf).join(' '),
			help,
			reason: disabled?.(state) ?? null,
		}));
}

/** The keymap as a Markdown table. */
export function keymapTable<State>(keymap: Keymap<State>): string {
	const rows = keymap.map(({keys, help}) => `| ${keys.map(key => `\`${labelOf(key)}\``).join(' ')} | ${help} |`);
	return ['| key | action |', '|---|---|', ...rows].join('\n');
}
