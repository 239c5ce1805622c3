import type {ExitCode} from '../../exit-code.ts';
import {providerTable} from '../../run/setup/choices.ts';
import type {SetupWorld} from '../../run/setup/draft.ts';
import type {Settings} from '../../settings/table.ts';
import {roughly} from '../../text/figures.ts';
import {hintsOf, keyCalled, keyTo} from '../app/keymap.ts';
import {backForEsc, type Lines, runInLines, type Say, typedKeys} from '../app/linear.ts';
import type {Store} from '../app/store.ts';
import {textOf} from '../text/line.ts';
import {monthOf} from './choosing-pages.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuMoves, menuOf} from './pages.ts';
import {isStalled, pullLines, shareOf} from './progress.ts';
import {setupApp} from './setup-app.ts';
import {type Action, isCovered, type SetupState, working} from './state.ts';
import {priceWords} from './table.ts';
import {textOfWindow} from './view.ts';

/** The wizard in text mode; a typed API key is not shown. Returns the exit code. @throws as `runInLines` */
export async function setupInLines(
	settings: Settings,
	lines: Lines,
	world: SetupWorld,
	isAgain: boolean,
): Promise<ExitCode> {
	const isSecret = (state: SetupState) => openField(state)?.isSecret === true;
	const {exitCode} = await runInLines(
		setupApp(settings, lines.keys, world, isAgain),
		{speaker: setupSpeaker, hear: hearSetup, isSecret},
		lines,
		world,
	);
	return exitCode;
}

/** Prints what is new: progress during work, then the page. */
function setupSpeaker(tell: Say): (state: SetupState) => void {
	const say = (text: string) => tell(backForEsc(text));
	let [page, progress] = ['', ''];
	let notice: SetupState['notice'] = null;
	return state => {
		if (state.notice && state.notice !== notice) say(state.notice.text);
		notice = state.notice;
		const {id, text: told} = progressInLines(state);
		if (id !== progress && id !== '') say(told);
		progress = id;
		if (state.work !== null) {
			page = '';
			return;
		}
		const text = pageInLines(state);
		if (text !== page) say(text);
		page = text;
	};
}

/** Applies the backspaces in a line that the terminal did not edit. */
function applyErasures(text: string): string {
	let [before, line] = ['', text];
	while (before !== line) [before, line] = [line, line.replace(/[^\x7f\b][\x7f\b]/u, '')];
	return line.replace(/[\x7f\b]/g, '').trim();
}

/** One line of input: the text of a field, the number of an item, or a key. */
export function hearSetup(typed: string, store: Store<SetupState, Action>, say: Say, at: number): void {
	const text = applyErasures(typed);
	const state = store.state();
	const menu = menuOf(state);
	const press = (key: string) => {
		// Which item of a menu is highlighted is not said: only its number chooses one.
		const isOfMenu = menu?.hasKeys && (key === 'enter' || key in menuMoves);
		if (!isOfMenu) store.dispatch({type: 'key', key, at});
	};
	if (text === 'back') press('escape');
	else if (openField(state)) {
		press('ctrl+u');
		store.dispatch({type: 'paste', text});
		press('enter');
	} else if (text === '?') say(wordsInLines(state));
	else if (menu?.hasKeys && /^\d+$/.test(text)) {
		const item = menu.items[Number(text) - 1];
		if (item) store.dispatch({type: 'chosen', value: item.value, at});
		else say(`There is no choice ${text}.`);
	} else if (text === '') press('enter');
	else {
		const key = keyCalled(state, text);
		if (key !== null) press(key);
		// Not echoed, because it may be an API key.
		else say('Unknown command; type ? to list the commands.');
	}
}

const unlimited = Number.POSITIVE_INFINITY;

/** A page with numbered items and the possible input. */
export function pageInLines(state: SetupState): string {
	const {title, above, below, menu} = textOfWindow(state, unlimited);
	const isTable = !isCovered(state) && state.page === 'providers';
	const choices = (menu?.items ?? []).map(({label}, index) => `${index + 1}. ${label}`);
	const text = isTable
		? [...providersInLines(state), monthOf(state.volume)]
		: [...above.map(textOf), ...choices, ...below.map(textOf)];
	return [`-- ${title}`, ...text.map(line => line.trim()).filter(Boolean), possibleInput(state)].join('\n');
}

/** Every provider with all its facts, because a table is hard to read aloud. */
function providersInLines({volume, advice}: SetupState): string[] {
	return providerTable(volume).map((row, index) => {
		const {alias, title, kind, privacy, privacyNote, latency, setUp, requires, notes} = row;
		const facts = [
			`privacy ${privacy}, ${privacyNote}`,
			`latency ${latency}`,
			`setup ${setUp}`,
			`price ${priceWords(row)}`,
			`requires ${requires.join(', ')}`,
			...notes,
		];
		const fits = advice?.providers.includes(row.id) ? ` Recommended: ${advice.why}` : '';
		return `${index + 1}. ${alias}: ${title}, ${kind}.${fits} ${facts.join('; ')}.`;
	});
}

function possibleInput(state: SetupState): string {
	const field = openField(state);
	if (field) return `${field.label}${field.isSecret ? ' (not shown)' : ''}, then Enter, or back:`;
	const words = hintsOf(keymap, state).map(({key, word}) => (key === 'Esc' ? 'back' : `${key}: ${word}`));
	return `${menuOf(state) ? 'Type a number to choose. ' : ''}${words.join(', ')}`;
}

/** The progress of work, of a download by tenths. A new `id` means a new text to print. */
export function progressInLines({work, pull, symbols}: SetupState): {id: string; text: string} {
	if (work === null) return {id: '', text: ''};
	const isPulling = work === 'pulling' && pull !== null;
	if (isPulling && isStalled(pull)) return {id: `${work} stalled`, text: `no data for ${roughly(pull.idleMs)}`};
	if (!isPulling || !pull.total) return {id: work, text: working[work]};
	const tenth = Math.floor(shareOf(pull) / 10);
	const [, amounts] = pullLines(pull, unlimited, symbols);
	return {id: `${work} ${tenth}`, text: `${shareOf(pull)}%, ${amounts ? textOf(amounts) : ''}`};
}

/** The commands of the page. */
function wordsInLines(state: SetupState): string {
	const ofSteps = keymap.filter(({group}) => group === 'steps');
	return [
		...(menuOf(state) ? ['a number: choose that item'] : []),
		...typedKeys(ofSteps, state),
		`${keyTo(state, 'quit')}: quit`,
	].join('\n');
}
