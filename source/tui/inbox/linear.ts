import type {ExitCode} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import {
	busyPhrase,
	checksPhrase,
	hasEnded,
	hasWork,
	type InboxRow,
	nameOfRow,
	stateWord,
	threadPhrase,
} from '../../run/inbox/row.ts';
import {safeWords} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {waiting} from '../../text/waiting.ts';
import {keyTo} from '../app/keymap.ts';
import {backForEsc, type Lines, pressTyped, runInLines, type Say, speakChanges, typedKeys} from '../app/linear.ts';
import {openedPage} from '../app/pages.ts';
import type {Store} from '../app/store.ts';
import {textOf} from '../text/line.ts';
import {symbolsFor} from '../theme.ts';
import {lostWords, progressOf, waitOf} from './bars.ts';
import {keymap, pages} from './commands.ts';
import {pullDetailLines} from './detail.ts';
import {inboxApp, type ShownInbox} from './inbox-app.ts';
import {type Action, cursorIn, type InboxScreenState, selectedPull, shownRows} from './state.ts';
import {workLine} from './words.ts';

/** The inbox in text mode. @throws as `runInLines` */
export async function inboxInLines(inbox: ShownInbox, lines: Lines, context: Context): Promise<ExitCode> {
	const speaker = (say: Say, first: InboxScreenState) => {
		if (first.notice) say(first.notice.text);
		return speakChanges(spokenChanges)(say, first);
	};
	const hear = (text: string, store: Store<InboxScreenState, Action>, say: Say, at: number) =>
		hearInbox(text.trim(), store, say, {at, now: context.now()});
	return (await runInLines(inboxApp(inbox, lines.keys, context), {speaker, hear}, lines, context)).exitCode;
}

/** One line of input: the number of a pull request, a word, or the name of a key. */
function hearInbox(
	text: string,
	store: Store<InboxScreenState, Action>,
	say: Say,
	{at, now}: {at: number; now: number},
): void {
	const press = (key: string) => store.dispatch({type: 'key', key, at});
	const open = () => press(store.state().keys.open?.[0] ?? 'enter');
	const [, verb, number] = /^(open )?(\d+)$/.exec(text) ?? [];
	const wanted = number === undefined ? undefined : shownRows(store.state())[Number(number) - 1];
	if (number !== undefined && !wanted) say(`There is no pull request ${number}.`);
	else if (wanted) {
		store.dispatch({type: 'select', id: wanted.listed.id});
		if (verb === undefined) {
			const detail = pullDetailLines(store.state(), Number.POSITIVE_INFINITY, now).map(textOf);
			say([nameOfRow(wanted), ...detail].join('\n'));
		} else open();
	} else if (text === '' || text === 'list') say(spokenList(store.state()));
	else if (text === 'open') open();
	else if (text === 'back') press('escape');
	else if (text === '?') say(spokenCommands(store.state()));
	else if (text.startsWith('/')) {
		store.dispatch({type: 'filter', text: text.slice(1)});
	} else {
		const before = selectedPull(store.state())?.listed.id;
		pressTyped(text, store.state(), press, say);
		const row = selectedPull(store.state());
		if (row && row.listed.id !== before) say(spokenRow(row));
	}
	// The whole page was printed: nothing is left to scroll.
	if (store.state().dialog?.kind === 'page') press('escape');
}

function spokenCommands(state: InboxScreenState): string {
	const typed = ['open', 'filter', 'back', 'help'];
	const spoken = keymap.filter(
		({group, isForScreen, command}) =>
			(group !== 'move' || command.endsWith('-open')) && !isForScreen && !typed.includes(command),
	);
	return [
		'a number: read that pull request',
		'open, or open and a number: review it',
		'/words: filter by name, title or author',
		'list, or Enter alone: list the pull requests',
		'back: stop opening, or clear the filter',
		...typedKeys(spoken, state),
	].join('\n');
}

function spokenList(state: InboxScreenState): string {
	const rows = shownRows(state);
	if (rows.length === 0) return 'No pull request is listed.';
	const cursor = cursorIn(rows, state);
	return rows.map((row, index) => `${index === cursor ? '> ' : ''}${index + 1}. ${spokenRow(row)}`).join('\n');
}

function spokenRow(row: InboxRow): string {
	const work = textOf(workLine(row, Number.POSITIVE_INFINITY, symbolsFor(false))).replace(/\.$/, '');
	const facts = [stateWord(row), work, threadPhrase(row), busyPhrase(row), checksPhrase(row)];
	return `${nameOfRow(row)}: ${safeWords(row.listed.title)} (${facts.filter(Boolean).join('; ')})`;
}

/** What to print about a change of the state. */
function spokenChanges(before: InboxScreenState, state: InboxScreenState): string[] {
	const said: string[] = [];
	if (state.notice && state.notice !== before.notice) said.push(backForEsc(state.notice.text));
	if (state.filter !== before.filter) said.push(spokenFilter(state));
	if (state.opening !== null && before.opening === null) said.push(`opening ${state.opening}`);
	if (before.dialog === null) {
		said.push(...(openedPage(pages, state, Number.POSITIVE_INFINITY)?.lines ?? []).map(textOf));
	}
	if (state.inbox.isListed && !before.inbox.isListed) {
		said.push(`${count(state.inbox.rows.length, 'open pull request')}; ${progressOf(state).text}`);
	}
	if (state.stage === 'reading' && before.stage !== 'reading') said.push(progressOf(state).text);
	const wait = waitOf(state);
	if (wait !== null && wait !== waitOf(before)) said.push(waiting(wait.ms, wait.reason));
	if (state.stage === 'read' && before.stage === 'reading') said.push(spokenOverview(state));
	// After that, rows change one by one.
	if (state.stage === 'read' && before.stage === 'read') {
		const known = new Map(before.inbox.rows.map(row => [row.listed.id, row]));
		const isNews = (row: InboxRow) => row !== known.get(row.listed.id) && hasEnded(row);
		said.push(...state.inbox.rows.filter(isNews).map(spokenRow));
	}
	return said;
}

function spokenFilter(state: InboxScreenState): string {
	const left = count(shownRows(state).length, 'pull request');
	return state.filter === '' ? left : `${left}; type list to see them, back to clear the filter.`;
}

function spokenOverview(state: InboxScreenState): string {
	const {rows, incomplete} = state.inbox;
	const busy = rows.filter(hasWork).length;
	const lost = lostWords({...state.inbox, incomplete: []}).map(words => ` ${words};`);
	const all = rows.length === 0 ? 'No open pull requests.' : `Read; ${busy} of ${rows.length} have something to do.`;
	const next = rows.length === 0 ? '' : ' Press Enter to list them, or type a number to read one.';
	const why = lost.length > 0 ? [...lost, ` type ${keyTo(state, 'about')} to see why.`].join('') : '';
	return `${[all, ...incomplete].join(' ')}${why}${next}`;
}
