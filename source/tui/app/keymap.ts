import {namesOf} from '../../system/by-name.ts';
import {labelOf} from '../keys.ts';

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
	/** Names from `keys.ts`, unless the user has others; hints show the first. */
	keys: readonly string[];
	/** The user cannot choose other keys: these are also known where no keymap is. */
	isFixed?: true;
	command: Command;
	/** A bare verb and two to five words, without a full stop. */
	help: string;
	/**
	 * One or two words for the line at the bottom, while the key works; a function returns null for no hint.
	 */
	hint?: string | ((state: State) => string | null);
	/** Its hint stays where there is no room for all. */
	isHintKept?: true;
	group: string;
	/** It has no meaning in text mode. */
	isForScreen?: true;
	disabled?: Reason<State>;
};

/** Keys that work whatever is open: no field and no question takes them. */
export const isForTerminal = (key: string): boolean => ['ctrl+c', 'ctrl+l', 'ctrl+z'].includes(key);

export type Keymap<State, Command extends string = string> = readonly Binding<State, Command>[];

/** The keys of each command, as the user has them. */
export type CommandKeys = Readonly<Record<string, readonly string[]>>;

/** What has a keymap with the user's keys. */
export type Keyed = {readonly keys: CommandKeys};

/** Bindings by command, in the order of help and hints. */
export type Bindings<State, Command extends string = string> = Readonly<
	Record<Command, Omit<Binding<State>, 'command'>>
>;

export const keymapOf = <State, Command extends string>(bindings: Bindings<State, Command>): Keymap<State, Command> =>
	namesOf<Command>(bindings).map(command => ({command, ...bindings[command]}));

/** Bindings that every app has. */
export const appKeys = {
	redraw: {keys: ['ctrl+l'], help: 'redraw screen', group: 'app', isForScreen: true, isFixed: true},
	suspend: {keys: ['ctrl+z'], help: 'suspend to shell; fg returns', group: 'app', isForScreen: true, isFixed: true},
	interrupt: {keys: ['ctrl+c'], help: 'stop current work; twice: quit', group: 'app', isForScreen: true, isFixed: true},
	messages: {keys: ['M'], help: 'show latest messages', group: 'app', isForScreen: true},
	help: {keys: ['?'], help: 'show keys', hint: 'help', group: 'app'},
} as const satisfies Bindings<unknown>;

/** Of every app but setup, which asks one thing after the other. */
export const commandKeys = {
	'run-command': {keys: [':'], help: 'run a command by its name', group: 'app', isForScreen: true},
} as const satisfies Bindings<unknown>;

/** Of an app with a list, and the detail of what is selected below it. */
export const listKeys = {
	down: {keys: ['j', 'down'], help: 'move down', group: 'move'},
	up: {keys: ['k', 'up'], help: 'move up', group: 'move'},
	'scroll-down': {keys: ['J'], help: 'scroll detail down', group: 'move'},
	'scroll-up': {keys: ['K'], help: 'scroll detail up', group: 'move'},
	'page-down': {keys: ['pagedown', 'ctrl+d'], help: 'move down half a page', group: 'move'},
	'page-up': {keys: ['pageup', 'ctrl+u'], help: 'move up half a page', group: 'move'},
	top: {keys: ['g', 'home'], help: 'go to top', group: 'move'},
	bottom: {keys: ['G', 'end'], help: 'go to bottom', group: 'move'},
	'next-pane': {keys: ['tab', 'shift+tab'], help: 'switch pane', hint: 'pane', group: 'move'},
	'first-pane': {keys: ['1'], help: 'focus list', group: 'move'},
	'second-pane': {keys: ['2'], help: 'focus detail', group: 'move'},
	zoom: {keys: ['+'], help: 'maximize or restore pane', group: 'look', isForScreen: true},
} as const satisfies Bindings<unknown>;

/** The keys of a keymap if the user has no others. */
export const usualKeys = <State>(keymap: Keymap<State>): CommandKeys =>
	Object.fromEntries(keymap.map(({command, keys}) => [command, keys]));

const noKeys: readonly string[] = [];

const keysTo = ({keys}: Keyed, command: string): readonly string[] => keys[command] ?? noKeys;

export function bindingOf<State, Command extends string>(
	keymap: Keymap<State, Command>,
	keyed: Keyed,
	key: string,
): Binding<State, Command> | undefined {
	return keymap.find(({command}) => keysTo(keyed, command).includes(key));
}

/** A key by its name or its label in the help: `escape`, `Esc`; null if it has no command. Case matters for single letters. */
export function keyCalled({keys}: Keyed, text: string): string | null {
	const isCalled = (key: string) => text.length > 1 && labelOf(key).toLowerCase() === text.toLowerCase();
	return (
		Object.values(keys)
			.flat()
			.find(key => key === text || isCalled(key)) ?? null
	);
}

/** The label of the key to a command, for a sentence such as "press U to undo"; `:undo` for one without a key. */
export function keyTo(keyed: Keyed, command: string): string {
	const [key] = keysTo(keyed, command);
	return key === undefined ? `:${settingOf(command)}` : labelOf(key);
}

/** `key` is a label; `press` the name of the key, if it is one; `isKept`: also where there is no room for all. */
export type Hint = {key: string; word: string; press?: string; isKept?: true};

export const hintTo = (keyed: Keyed, command: string, word: string): Hint => {
	const [press] = keysTo(keyed, command);
	return {key: keyTo(keyed, command), word, ...(press !== undefined && {press})};
};

/** Hints for the keys that work now, in the order of the keymap. */
export function hintsOf<State extends Keyed>(keymap: Keymap<State>, state: State): Hint[] {
	return keymap.flatMap(({command, hint = null, disabled, isHintKept}) => {
		// A reason can take a look at all findings.
		if (hint === null || (disabled?.(state) ?? null) !== null) return [];
		const word = typeof hint === 'function' ? hint(state) : hint;
		return word === null ? [] : [{...hintTo(state, command, word), ...(isHintKept && {isKept: true})}];
	});
}

export type HelpRow = {command: string; group: string; keys: string; help: string; reason: string | null};

/** Help on all keys, or on those whose keys, words or command names contain `search`. */
export function helpOf<State extends Keyed>(keymap: Keymap<State>, state: State, search = ''): HelpRow[] {
	const wanted = search.trim().toLowerCase();
	const texts = ({help, hint, command}: Binding<State>) => [
		...keysTo(state, command).map(labelOf),
		help,
		typeof hint === 'string' ? hint : '',
		command,
	];
	return keymap
		.filter(binding => texts(binding).some(text => text.toLowerCase().includes(wanted)))
		.map(({group, command, help, disabled}) => ({
			command,
			group,
			keys: keysTo(state, command).map(labelOf).join(' '),
			help,
			reason: disabled?.(state) ?? null,
		}));
}

/** The name of a command in settings. */
export const settingOf = (command: string): string => command.replaceAll('-', '_');
