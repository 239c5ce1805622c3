import {safe} from '../../text/safe.ts';
import {type Line, line, span, wrapLine} from '../text/line.ts';
import type {Keymap} from './keymap.ts';
import {clampedTo, isPage, type Page, searchOf} from './page.ts';
import {keyLines} from './run-by-name.ts';
import {pageHeight} from './said-rows.ts';
import type {AppState, Notice} from './state.ts';

/** The pages of an app by their names. `lines`: of at most `width` cells. */
export type Pages<State, Name extends string = string> = Readonly<
	Record<
		Name,
		{
			title: string | ((state: State, page: Page) => string);
			lines: (state: State, width: number, page: Page) => readonly Line[];
		}
	>
>;

/** Pages of every app. @param signs lines below the keys while none is searched for */
export const appPages = <State extends AppState>(
	keymap: Keymap<State>,
	signs: (state: State, width: number) => readonly Line[] = () => [],
): Pages<State, 'help' | 'messages'> => ({
	help: {
		title: 'keys',
		lines: (state, width, page) => {
			const keys = keyLines(keymap, state, page, width);
			return page.cursor !== undefined || searchOf(page) !== '' ? keys : [...keys, ...signs(state, width)];
		},
	},
	messages: {title: 'latest messages', lines: messageLines},
});

/** The open page, its title with the search text, and its lines; null if none is open. @param width cells of a line; those of the window by default */
export function openedPage<State extends AppState>(
	pages: Pages<State>,
	state: State,
	width = state.size.columns - 2,
): {page: Page; title: string; lines: readonly Line[]} | null {
	const {dialog: page} = state;
	const text = isPage(page) ? pages[page.page] : undefined;
	if (!isPage(page) || !text) return null;
	const {title, lines} = text;
	const words = typeof title === 'string' ? title : title(state, page);
	return {page, title: withSearch(words, page), lines: lines(state, width, page)};
}

function withSearch(title: string, page: Page): string {
	if (page.cursor !== undefined) return `run: ${safe(searchOf(page))}`;
	return page.search === null ? title : `${title} with "${safe(searchOf(page))}"`;
}

/** Scrolls an open page back within its lines. */
export function withinPage<State extends AppState>(pages: Pages<State>, state: State): State {
	const open = openedPage(pages, state);
	if (open === null) return state;
	const page = clampedTo(open.page, open.lines.length, pageHeight({...state, dialog: open.page}));
	return page.top === open.page.top ? state : {...state, dialog: page};
}

/** Messages that can be read again. */
const keptMessages = 20;

const isSame = (a: Notice | undefined, b: Notice) => a?.text === b.text && a.tone === b.tone;

/** The state with its message among the latest ones; one that comes again is there once. */
export function withMessage<State extends Pick<AppState, 'notice' | 'messages'>>(state: State): State {
	const {notice, messages} = state;
	if (notice === null || isSame(messages.at(-1), notice)) return state;
	return {...state, messages: [...messages, notice].slice(-keptMessages)};
}

/** The latest messages, the last one first. */
function messageLines({messages}: Pick<AppState, 'messages'>, width: number): Line[] {
	if (messages.length === 0) return [line('no message so far', 'quiet')];
	return messages.toReversed().flatMap(({text, tone}) => wrapLine([span(safe(text), tone)], width, '  '));
}
