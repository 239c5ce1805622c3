import {pad} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {fieldOf, paste, typeKey} from '../widgets/field.ts';
import {type Binding, type HelpRow, helpOf, isForTerminal, type Keymap} from './keymap.ts';
import {clamp, scrollTo} from './layout.ts';
import {isPage, openPage, type Page, searchOf} from './page.ts';
import {pageHeight} from './said-rows.ts';
import {type AppState, notify, only, type Step} from './state.ts';

/** The help on keys while a command is chosen. */
type CommandPage = Page & {cursor: number};

const isCommandPage = (dialog: unknown): dialog is CommandPage =>
	isPage(dialog) && dialog.page === 'help' && dialog.cursor !== undefined;

/** Opens the help on keys to run a command by its name. */
export const chooseCommand = <State extends AppState>(state: State): Step<State, never> =>
	only<State>({...state, dialog: {...openPage('help'), search: fieldOf(''), cursor: 0}});

/** The commands that an open page shows, in its order. They are shown as they are without the page. */
function commandsOn<State extends AppState>(keymap: Keymap<State>, state: State, page: Page): HelpRow[] {
	const rows = helpOf(keymap, {...state, dialog: null}, searchOf(page));
	return [...Map.groupBy(rows, ({group}) => group).values()].flat();
}

/** Help of a keymap as lines, by group. @param width cells of a line. @param chosen index of the row to mark; null for none */
function helpLines(rows: readonly HelpRow[], width: number, chosen: number | null = null): Line[] {
	if (rows.length === 0) return [line(chosen === null ? 'no key matches' : 'no command matches')];
	const marked = chosen === null ? undefined : rows[chosen];
	const room = Math.max(...rows.map(({keys}) => keys.length));
	return [...Map.groupBy(rows, ({group}) => group)].flatMap(([group, members], index): Line[] => [
		...(index === 0 ? [] : [emptyLine]),
		line(group, 'strong'),
		...members.flatMap(row => {
			const {keys, help, reason} = row;
			return wrapLine(
				[
					span(`${row === marked ? '> ' : '  '}${pad(keys, room, '')}  `, 'accent'),
					span(help, row === marked ? 'strong' : 'plain'),
					...(reason === null ? [] : [span(` (not now: ${safe(reason)})`, 'quiet')]),
				],
				width,
				' '.repeat(Math.min(room + 4, Math.floor(width / 2))),
			);
		}),
	]);
}

/** Help on keys as lines of at most `width` cells; the command that Enter runs is marked. */
export const keyLines = <State extends AppState>(keymap: Keymap<State>, state: State, page: Page, width: number) =>
	helpLines(commandsOn(keymap, state, page), width, page.cursor ?? null);

/**
 * A key while a command is chosen: it types, moves or runs, and a command asks what it always asks. Null if none is being
 * chosen. @param run runs a command, or shows why it is disabled
 */
export function takeCommandKey<State extends AppState, Effect, Command extends string>(
	keymap: Keymap<State, Command>,
	state: State,
	key: string,
	run: (closed: State, binding: Binding<State, Command>) => Step<State, Effect>,
): Step<State, Effect> | null {
	const {dialog: page} = state;
	if (!isCommandPage(page) || isForTerminal(key)) return null;
	const rows = commandsOn(keymap, state, page);
	const closed: State = {...state, dialog: null};
	if (key === 'escape') return only(closed);
	if (key === 'enter') {
		const binding = keymap.find(({command}) => command === rows[page.cursor]?.command);
		if (binding) return run(closed, binding);
		return only(notify(state, `no command is called "${searchOf(page).trim()}"`, 'warning'));
	}
	const step = key === 'up' ? -1 : key === 'down' ? 1 : 0;
	if (step === 0) {
		const typed = typeKey(page.search ?? fieldOf(''), key);
		return only<State>({...state, dialog: {...page, search: typed, cursor: 0, top: 0}});
	}
	const cursor = clamp(page.cursor + step, 0, Math.max(0, rows.length - 1));
	const width = state.size.columns - 2;
	const last = helpLines(rows.slice(0, cursor + 1), width).length - 1;
	const top = scrollTo(last, page.top, pageHeight({...state, dialog: page}), helpLines(rows, width).length);
	return only<State>({...state, dialog: {...page, cursor, top}});
}

/** Pastes into the name; null if no command is being chosen. */
export function pasteName<State extends AppState>(state: State, text: string): State | null {
	const {dialog: page} = state;
	if (!isCommandPage(page)) return null;
	return {...state, dialog: {...page, search: paste(page.search ?? fieldOf(''), text), cursor: 0, top: 0}};
}
