import {type Field, fieldOf, typeKey} from '../widgets/field.ts';
import type {Hint} from './keymap.ts';

/** A text over the screen, read as in a pager; the help can be searched. */
export type Page<Name extends string = string> = {
	kind: 'page';
	page: Name;
	/** The search text; null while letters scroll. */
	search: Field | null;
	/** First visible line. */
	top: number;
	/** Index of the command that Enter runs; absent: none is chosen. */
	cursor?: number;
	/** Its own keys. */
	hints?: readonly Hint[];
};

export const isPage = (dialog: unknown): dialog is Page =>
	typeof dialog === 'object' && dialog !== null && 'kind' in dialog && dialog.kind === 'page';

export const openPage = <Name extends string>(page: Name, hints: readonly Hint[] = []): Page<Name> => ({
	kind: 'page',
	page,
	search: null,
	top: 0,
	hints,
});

export const searchOf = ({search}: Page): string => search?.text ?? '';

const scrolling: Readonly<Record<string, (height: number) => number>> = {
	down: () => 1,
	up: () => -1,
	pagedown: height => height,
	pageup: height => -height,
	'ctrl+d': height => Math.floor(height / 2),
	'ctrl+u': height => -Math.floor(height / 2),
	home: () => Number.NEGATIVE_INFINITY,
	end: () => Number.POSITIVE_INFINITY,
};

/** These scroll until a search begins. */
const letters: Readonly<Record<string, string>> = {j: 'down', k: 'up', g: 'home', '<': 'home', G: 'end', '>': 'end'};

/** Lines to scroll by for a key; null if it does not scroll. @param height visible lines */
export const scrollStep = (key: string, height: number): number | null =>
	scrolling[letters[key] ?? key]?.(height) ?? null;

/** The page after a key; null if the key closes it. `top` may be past the last line: see `within`. */
export function turnPage<Of extends Page>(page: Of, key: string, height: number): Of | null {
	const {search, top} = page;
	if (key === 'escape' || key === 'enter') return null;
	if (search === null && ['q', '?', 'i', 'M'].includes(key)) return null;
	const step = search === null || letters[key] === undefined ? scrollStep(key, height) : null;
	if (step !== null) return {...page, top: top + step};
	if (page.page !== 'help') return page;
	if (search === null && key === '/') return {...page, search: fieldOf('')};
	const typed = typeKey(search ?? fieldOf(''), key);
	if (search === null && typed.text === '') return page;
	// Backspace in an empty search ends it.
	return {...page, search: key === 'backspace' && typed.text === '' ? null : typed, top: 0};
}

/** Scrolls a page back within its lines. @param length of the whole page */
export const clampedTo = <Of extends Page>(page: Of, length: number, height: number): Of => ({
	...page,
	top: Math.max(0, Math.min(page.top, length - height)),
});

/** Hints while a page is open. */
export const pageHints = ({page, cursor, hints = []}: Page): Hint[] => [
	...(cursor === undefined ? [] : [{key: 'Enter', word: 'run', press: 'enter'}]),
	{key: 'Esc', word: 'close', press: 'escape'},
	{key: 'Up/Down', word: cursor === undefined ? 'scroll' : 'choose'},
	...(page === 'help' && cursor === undefined ? [{key: '/', word: 'search', press: '/'}] : []),
	...hints,
];
