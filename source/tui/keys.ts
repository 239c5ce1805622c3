import type {Key} from 'ink';
import {graphemesOf} from '../text/graphemes.ts';

/** Flags of Ink, with the names and the labels of their keys. */
const named = [
	['upArrow', 'up', 'Up'],
	['downArrow', 'down', 'Down'],
	['leftArrow', 'left', 'Left'],
	['rightArrow', 'right', 'Right'],
	['pageUp', 'pageup', 'PgUp'],
	['pageDown', 'pagedown', 'PgDn'],
	['home', 'home', 'Home'],
	['end', 'end', 'End'],
	['return', 'enter', 'Enter'],
	['escape', 'escape', 'Esc'],
	['backspace', 'backspace', 'backspace'],
	['delete', 'delete', 'delete'],
] as const satisfies readonly (readonly [keyof Key, string, string])[];

const controls: Readonly<Record<string, string>> = {
	'\r': 'enter',
	'\n': 'enter',
	'\r\n': 'enter',
	'\t': 'tab',
	'\b': 'backspace',
	'\x7f': 'backspace',
	'\x1b': 'escape',
	' ': 'space',
};

/**
 * The names of the keys in one read, which Ink passes on as one text: `jj` and Enter may come in a single call. A letter
 * is its own name; others are `enter`, `tab`, `shift+tab`, `ctrl+d`, `up`, ...
 */
export function keysOf(input: string, key: Key): string[] {
	const name = named.find(([flag]) => key[flag])?.[1];
	// Two of them in one read are one key for Ink.
	if (name === 'escape' && key.meta) return [name, name];
	if (name !== undefined) return [name];
	if (key.tab) return [key.shift ? 'shift+tab' : 'tab'];
	if (key.ctrl) return input === '' ? [] : [`ctrl+${input}`];
	return graphemesOf(input).map(nameOf);
}

function nameOf(segment: string): string {
	const known = controls[segment];
	if (known !== undefined) return known;
	const code = segment.charCodeAt(0);
	return code < 0x1b ? `ctrl+${String.fromCharCode(code + 0x60)}` : segment;
}

/** The character of a key; empty for other keys. */
export function characterOf(key: string): string {
	if (key === 'space') return ' ';
	return graphemesOf(key).length === 1 && !/\p{Cc}/u.test(key) ? key : '';
}

const labels: Readonly<Record<string, string>> = {
	space: 'Space',
	tab: 'Tab',
	'shift+tab': 'Shift-Tab',
	...Object.fromEntries(named.map(([, name, label]) => [name, label])),
};

/** Names of keys without a character, besides `ctrl+` and a letter. */
export const keyNames = Object.keys(labels);

/** `ctrl+d` as `Ctrl-D`. */
export function labelOf(key: string): string {
	return labels[key] ?? key.replace(/^ctrl\+(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

const otherNames: Readonly<Record<string, string>> = {esc: 'escape', pgup: 'pageup', pgdn: 'pagedown', return: 'enter'};

/** These arrive as Backspace, Tab and Enter. */
const sharedControls = 'hijm';

/** The name of a key as a person writes it, such as `Ctrl-D` or `PgDn`; null if there is no such key. */
export function keyNamed(text: string): string | null {
	if (text === ' ') return 'space';
	if (graphemesOf(text).length === 1) return /^[\p{L}\p{N}\p{P}\p{S}]/u.test(text) ? text : null;
	const word = text
		.trim()
		.toLowerCase()
		.replace(/^(ctrl|shift)-/, '$1+');
	const name = otherNames[word] ?? word;
	if (/^ctrl\+[a-z]$/.test(name)) return sharedControls.includes(name.slice(-1)) ? null : name;
	return keyNames.includes(name) ? name : null;
}
