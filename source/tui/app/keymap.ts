/** Why a key does nothing now, with what to do about it; null if it works. */
export type Reason<State> = (state: State) => string | null;

/** The first reason that applies. */
export const first =
	<State>(...reasons: Reason<State>[]): Reason<State> =>
	state => {
		for (const reason of reasons) {
			const text = reason(state);
			if (text !== null) return text;
		}
		return null;
	};

/** What a key does, as data for keys, help and hints. */
export type Binding<State, Command extends string = string> = {
	/** Names from `keys.ts`; hints show the first. */
	keys: readonly string[];
	command: Command;
	/** A bare verb and two to five words, without a full stop. */
	help: string;
	/**
	 * One or two words for the line at the bottom. A text is shown while the key works; a function gets the reason why
	 * the key is disabled and returns null for no hint.
	 */
	hint?: string | ((state: State, reason: string | null) => string | null);
	group: string;
	/** It has no meaning in text mode. */
	isForScreen?: true;
	disabled?: Reason<State>;
};

/** Keys that work whatever is open: no field and no question takes them. */
export const isForTerminal = (key: string): boolean => ['ctrl+c', 'ctrl+l', 'ctrl+z'].includes(key);

export type Keymap<State, Command extends string = string> = readonly Binding<State, Command>[];

/** Bindings by command, in the order of help and hints. */
export type Bindings<State, Command extends string = string> = Readonly<
	Record<Command, Omit<Binding<State>, 'command'>>
>;

export const keymapOf = <State, Command extends string>(bindings: Bindings<State, Command>): Keymap<State, Command> =>
	(Object.keys(bindings) as Command[]).map(command => ({command, ...bindings[command]}));

/** Bindings that every app has. */
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

const shownKeys: Readonly<Record<string, string>> = {
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
	return shownKeys[key] ?? key.replace(/^ctrl\+(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

export type Hint = {key: string; word: string};

/** Hints for the keys that work now, in the order of the keymap. */
export function hintsOf<State>(keymap: Keymap<State>, state: State): Hint[] {
	return keymap.flatMap(({keys, hint = null, disabled}) => {
		const reason = disabled?.(state) ?? null;
		const word = typeof hint === 'function' ? hint(state, reason) : reason === null ? hint : null;
		return word === null ? [] : [{key: labelOf(keys[0]!), word}];
	});
}

export type HelpRow = {group: string; keys: string; help: string; reason: string | null};

/** Help on all keys, or on those whose keys, words or command names contain `search`. */
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
	const rows = keymap.map(
		({keys, help}) => `| ${keys.map(key => `\`${labelOf(key).replace('|', '\\|')}\``).join(' ')} | ${help} |`,
	);
	return ['| key | action |', '|---|---|', ...rows].join('\n');
}
