import {createInterface} from 'node:readline';
import {type ExitCode, exitCodes} from '../../exit-code.ts';
import type {SetupWorld} from '../../run/setup/draft.ts';
import {userSettingsPath} from '../../settings/places.ts';
import type {Settings} from '../../settings/table.ts';
import {bindingOf} from '../app/keymap.ts';
import {createStore, type Store} from '../app/store.ts';
import {runCommand} from '../program.ts';
import type {Lines} from '../review/linear.ts';
import {inWords, sayer} from '../say.ts';
import {symbolsFor} from '../theme.ts';
import type {Action, Effect} from './actions.ts';
import {effectsOf, type SetupHands} from './effects.ts';
import {openField} from './field.ts';
import {keymap} from './keymap.ts';
import {menuOf} from './menus.ts';
import {pageInLines, progressInLines, wordsInLines} from './spoken.ts';
import type {SetupState} from './state.ts';
import {initialSetup} from './steps.ts';
import {codeOf, summaryOf} from './summary.ts';
import {updateSetup} from './update.ts';

type Keyboard = Lines['stdin'] & {setRawMode?: (isRaw: boolean) => unknown};

/** Nothing is drawn, so nothing has to fit. */
const size = {columns: 1000, rows: 1000};

/**
 * The wizard as lines that are read from top to bottom: every choice is a number or a word and Enter. What is typed as a
 * key is not shown. Returns the exit code.
 * @throws the signal's reason
 */
export async function setupInLines(settings: Settings, lines: Lines, world: SetupWorld): Promise<ExitCode> {
	world.signal.throwIfAborted();
	const {stdout, reason} = lines;
	const stdin: Keyboard = lines.stdin;
	const say = sayer(stdout);
	const input = createInterface({input: stdin});
	const {promise: left, resolve: leave, reject: fail} = Promise.withResolvers<boolean>();
	const hands: SetupHands = {
		run: async command => {
			input.pause();
			try {
				return await runCommand(command, text => void stdout.write(text), world.env);
			} finally {
				input.resume();
			}
		},
		copy: say,
		suspend: async () => {},
		redraw: () => {},
		quit: leave,
	};
	const store: Store<SetupState, Action> = createStore<SetupState, Action, Effect>(
		initialSetup(size, symbolsFor(false), settings, userSettingsPath(world.env)),
		updateSetup,
		effectsOf(settings, hands, world),
	);
	const speak = speaker(say);
	let isHidden = false;
	const hide = (wanted: boolean) => {
		if (wanted !== isHidden) stdin.setRawMode?.(wanted);
		isHidden = wanted;
	};
	const follow = () => {
		const state = store.state();
		hide(openField(state)?.isSecret === true);
		speak(state);
	};
	const interrupted = () => fail(world.signal.reason);
	world.signal.addEventListener('abort', interrupted);
	// While a key is typed the terminal does not make a signal of Ctrl-C.
	const onData = (data: Buffer | string) => {
		if (String(data).includes('\x03')) leave(true);
	};
	stdin.on('data', onData);
	input.on('line', text => read(edited(text), store, say, world.now()));
	input.on('close', () => leave(false));
	store.subscribe(follow);
	try {
		say(`Text mode, because of ${reason}. Type ? and Enter for the words that are understood.`);
		store.dispatch({type: 'start'});
		const isInterrupted = await left;
		const state = store.state();
		say(summaryOf(state).trimEnd());
		return isInterrupted ? exitCodes.interrupted : codeOf(state);
	} finally {
		hide(false);
		stdin.off('data', onData);
		world.signal.removeEventListener('abort', interrupted);
		input.close();
	}
}

/** Says what is new: a page once nothing goes on any more, before that how far it has come. */
function speaker(tell: (text: string) => void): (state: SetupState) => void {
	const say = (text: string) => tell(inWords(text));
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

/** Where the terminal does not edit a line, what was rubbed out is in it. */
function edited(text: string): string {
	let [before, line] = ['', text];
	while (before !== line) [before, line] = [line, line.replace(/[^\x7f\b][\x7f\b]/u, '')];
	return line.replace(/[\x7f\b]/g, '').trim();
}

/** One line of input: what a field asks for, the number of a choice, or a key by its name. */
function read(text: string, store: Store<SetupState, Action>, say: (text: string) => void, at: number): void {
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
	else if (text.length === 1 && bindingOf(keymap, text)) press(text);
	// It is not said again: it may have been meant for a field for keys.
	else say('That is not understood; ? tells what is.');
}
