import {type Remedy, spell} from '../../failure.ts';
import {initialInbox} from '../../run/inbox/inbox-state.ts';
import {hasWork, type InboxRow, lastKnownRow, nameOfRow, troublesOf} from '../../run/inbox/row.ts';
import {safe} from '../../text/safe.ts';
import {
	appKeys,
	type Bindings,
	commandKeys,
	first,
	type Keymap,
	keymapOf,
	listKeys,
	type Reason,
} from '../app/keymap.ts';
import {keyedList, longListCommands, nextAround} from '../app/list.ts';
import {appPages} from '../app/pages.ts';
import {goBack} from '../app/panes.ts';
import {doing, inApp, notify, only, type Step, troubleText} from '../app/state.ts';
import {appCommands, type Commands, type Handler, interrupt, urlCommands} from '../app/update.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {fieldOf} from '../widgets/field.ts';
import {pullDetailLines} from './detail.ts';
import {linesOfList} from './row-lines.ts';
import {cursorIn, type Effect, type InboxScreenState, selectedPull, shownRows} from './state.ts';

const hasRow: Reason<InboxScreenState> = state => (selectedPull(state) ? null : 'no pull request is selected');

const isIdle: Reason<InboxScreenState> = ({opening}) => (opening === null ? null : `opening ${opening}`);

/** What Esc ends; null for nothing. */
const escapeHint = ({opening, isZoomed, focus, filter}: InboxScreenState): string | null => {
	if (opening !== null) return 'stop';
	return isZoomed || focus === 'detail' ? 'back' : filter === '' ? null : 'clear filter';
};

/** Hints that make room for that one. */
const unlessEscape = (word: string) => (state: InboxScreenState) => (escapeHint(state) === null ? word : null);

const bindings = {
	open: {
		keys: ['enter'],
		help: 'review pull request',
		hint: 'review',
		group: 'run',
		disabled: first(hasRow, isIdle),
	},
	'next-open': {
		keys: ['n'],
		help: 'next with something to do',
		hint: 'next with work',
		group: 'move',
		disabled: hasRow,
	},
	'previous-open': {keys: ['N'], help: 'previous with something to do', group: 'move', disabled: hasRow},
	again: {keys: ['r'], help: 'read list again', hint: unlessEscape('reload'), group: 'run'},
	filter: {keys: ['/'], help: 'filter by name, title or author', hint: 'filter', group: 'look'},
	browse: {keys: ['o'], help: 'open in browser', hint: unlessEscape('browser'), group: 'look', disabled: hasRow},
	copy: {keys: ['y'], help: 'copy URL', group: 'look', disabled: hasRow},
	about: {
		keys: ['i'],
		help: 'show what could not be read',
		hint: ({inbox, trouble}) => (trouble !== null || inbox.incomplete.length > 0 ? 'warnings' : null),
		group: 'look',
	},
	...listKeys,
	'next-pane': {...listKeys['next-pane'], hint: unlessEscape('pane')},
	back: {keys: ['escape'], isFixed: true, help: 'go back', hint: escapeHint, group: 'app'},
	...commandKeys,
	...appKeys,
	quit: {keys: ['q'], help: 'quit', hint: 'quit', group: 'app'},
} as const satisfies Bindings<InboxScreenState>;

export type Command = keyof typeof bindings;

export const keymap: Keymap<InboxScreenState, Command> = keymapOf<InboxScreenState, Command>(bindings);

export const pages = {...appPages(keymap), about: {title: 'what could not be read', lines: unreadLines}};

function unreadLines(state: InboxScreenState, width: number): Line[] {
	const {trouble, inbox, stage} = state;
	const spelled = (told: Remedy) => spell(told, inApp(state, 'again'));
	const ofRows = troublesOf(inbox.rows);
	const general = [...(trouble ? [troubleText(trouble, state)] : []), ...inbox.incomplete.map(spelled)];
	if (general.length + ofRows.length === 0) return [line(stage === 'read' ? 'everything was read' : 'nothing failed')];
	return [
		...general.flatMap(text => wrapLine(line(safe(text), 'warning'), width, '  ')),
		...(general.length > 0 && ofRows.length > 0 ? [emptyLine] : []),
		...ofRows.flatMap(({names, text}) =>
			wrapLine([span(`${safe(names)}: `, 'strong'), span(safe(spelled(text)))], width, '  '),
		),
	];
}

type InboxHandler = Handler<InboxScreenState, Effect>;

export const list = keyedList<InboxScreenState, InboxRow>({
	rows: shownRows,
	keyOf: ({listed}) => listed.id,
	cursorIn,
	linesIn: linesOfList,
	detailLines: pullDetailLines,
	topOf,
});

/** Rows that the detail of most pull requests fits in. */
const detailRows = 9;

/** The list gets the rows that it needs: without half of one, and not those that the detail needs. */
function topOf(rows: number, state: InboxScreenState): number {
	const {head, row} = linesOfList(state.size.columns);
	const room = Math.max(Math.floor((rows * 2) / 3), rows - detailRows);
	const most = Math.floor((room - head) / row);
	const {length} = shownRows(state);
	// Why there are none is shown instead.
	return length === 0 ? room : head + row * Math.max(1, Math.min(length, most));
}

/** To the next pull request that has something to do, or could not be read. */
const toWork =
	(direction: 1 | -1): InboxHandler =>
	state => {
		const rows = shownRows(state);
		const cursor = cursorIn(rows, state);
		const next = nextAround(cursor, rows.length, direction, at =>
			rows.slice(at, at + 1).some(row => hasWork(lastKnownRow(row)) || row.failure !== null),
		);
		if (!next) return only(notify(state, 'nothing to do in the list'));
		if (next.at === cursor) return only(notify(state, 'nothing to do in the others'));
		const moved = {...state, selected: rows[next.at]?.listed.id ?? state.selected};
		return only(next.isRound ? notify(moved, 'wrapped around the list') : moved);
	};

const unfiltered = goBack<InboxScreenState>(state => ({...state, filter: ''}));

/** Ends what goes on: a review that is being opened, or else the reading. */
function cancel(state: InboxScreenState): Step<InboxScreenState, Effect> {
	if (state.opening !== null) return doing(state, {type: 'cancel', what: 'opening'});
	return state.stage === 'reading' ? doing(state, {type: 'cancel', what: 'reading'}) : only(state);
}

export const commands: Commands<InboxScreenState, Effect, Command> = {
	...appCommands,
	...longListCommands(list),
	...urlCommands<InboxScreenState>(state => selectedPull(state)?.listed.url ?? null),
	open: state => {
		const row = selectedPull(state);
		if (!row) return only(state);
		// What was selected stays so, whatever is listed later.
		const opening = {...state, selected: row.listed.id, opening: nameOfRow(row), trouble: null};
		return doing(opening, {type: 'open', row});
	},
	again: state => {
		const next = state.inbox.isListed ? initialInbox : null;
		const inbox = next ? state.inbox : initialInbox;
		// What is new must not come under the cursor.
		const selected = selectedPull(state)?.listed.id ?? state.selected;
		const outside = {...state.outside, news: 0};
		return doing(
			{...state, inbox, next, newer: [], selected, outside, stage: 'reading', trouble: null},
			{type: 'read'},
		);
	},
	filter: state =>
		only({...state, dialog: {kind: 'field', purpose: 'filter', label: 'filter', field: fieldOf(state.filter)}}),
	'next-open': toWork(1),
	'previous-open': toWork(-1),
	back: state => (state.opening === null ? unfiltered(state) : cancel(state)),
	interrupt: interrupt(cancel),
};
