import type {ExitCode} from '../../exit-code.ts';
import type {SetupWorld} from '../../run/setup/draft.ts';
import type {Settings} from '../../settings/table.ts';
import {keyCalled} from '../app/keymap.ts';
import {type Lines, runInLines, type Say} from '../app/linear.ts';
import {keysWith} from '../app/own-keys.ts';
import type {Store} from '../app/store.ts';
import {backForEsc} from '../say.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuOf} from './pages.ts';
import {setupApp} from './setup-app.ts';
import {pageInLines, progressInLines, wordsInLines} from './spoken.ts';
import type {Action, SetupState} from './state.ts';

/** The wizard in text mode; a typed API key is not shown. Returns the exit code. @throws as `runInLines` */
export async function setupInLines(
	settings: Settings,
	lines: Lines,
	world: SetupWorld,
	isAgain: boolean,
): Promise<ExitCode> {
	const isSecret = (state: SetupState) => openField(state)?.isSecret === true;
	const {exitCode} = await runInLines(
		setupApp(settings, keysWith(keymap, 'keys.setup', lines.keys), world, isAgain),
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
function hearSetup(typed: string, store: Store<SetupState, Action>, say: Say, at: number): void {
	const text = applyErasures(typed);
	const state = store.state();
	const press = (key: string) => store.dispatch({type: 'key', key, at});
	const menu = menuOf(state);
	if (text === 'back') press('escape');
	else if (openField(state)) {
		press('ctrl+u');
		store.dispatch({type: 'paste', text});
		press('enter');
	} else if (text === '?') say(wordsInLines(state));
	else if (menu?.hasKeys && /^\d+$/.test(text)) {
		const item = menu.items[Number(text) - 1];
		if (item) store.dispatch({type: 'chosen', menu: menu.id, value: item.value, at});
		else say(`There is no choice ${text}.`);
	} else if (text === '') press('enter');
	else {
		const key = keyCalled(state, text);
		if (key !== null) press(key);
		// Not echoed, because it may be an API key.
		else say('Unknown command; type ? to list the commands.');
	}
}
