import {createInterface, type Interface} from 'node:readline';
import {exitCodes} from '../../exit-code.ts';
import type {Context} from '../../run/context.ts';
import type {OwnKeys} from '../../settings/own-keys.ts';
import {oncePerWait} from '../../system/waits.ts';
import {safe} from '../../text/safe.ts';
import {stillWaiting} from '../../text/waiting.ts';
import {wrap} from '../../text/wrap.ts';
import {editDraft, openInBrowser, openInEditor} from '../editor.ts';
import {pagerCommand, showInPager} from '../pager.ts';
import {runInTerminal} from '../program.ts';
import {symbolsFor} from '../theme.ts';
import type {AppExit, AppOf} from './app.ts';
import {settleMs} from './dialog.ts';
import type {GiveTerminal, Hands} from './effects.ts';
import {helpOf, type Keyed, type Keymap, keyCalled} from './keymap.ts';
import {type Size, unbounded} from './layout.ts';
import {initialApp} from './state.ts';
import {createStore, type Store} from './store.ts';
import type {TerminalAction} from './update.ts';

export type Lines = {
	stdin: NodeJS.ReadableStream & {setRawMode?: (isRaw: boolean) => unknown};
	stdout: LineOutput;
	platform: string;
	/** What turned text mode on. */
	reason: string;
	keys: OwnKeys;
};

export type Say = (text: string) => void;

/** An app's output and input in text mode. */
export type Speech<State, Action> = {
	/** Returns a function that prints what is new in each state. */
	speaker: (say: Say, first: State) => (state: State) => void;
	/** Handles one line of input. @param at when it came, in milliseconds */
	hear: (text: string, store: Store<State, Action>, say: Say, at: number) => void;
	/** Whether the input must not be echoed now. */
	isSecret?: (state: State) => boolean;
};

/** Prints what is new about each change of the state. */
export const speakChanges =
	<State>(changes: (before: State, state: State) => string[]) =>
	(say: Say, first: State): ((state: State) => void) => {
		let before = first;
		return state => {
			for (const text of changes(before, state)) say(text);
			before = state;
		};
	};

/** Presses the key with the typed name. Returns it; null, after saying so, if there is none. */
export function pressTyped(text: string, state: Keyed, press: (key: string) => void, say: Say): string | null {
	const key = keyCalled(state, text);
	if (key === null) say(`Unknown command "${text}"; type ? to list the commands.`);
	else press(key);
	return key;
}

/** The keys that work now, with what each does. */
export const typedKeys = <State extends Keyed>(keymap: Keymap<State>, state: State): string[] =>
	helpOf(keymap, state)
		.filter(({reason}) => reason === null)
		.map(({keys, help}) => `${backForEsc(keys.split(' ')[0] ?? '')}: ${help}`);

/**
 * Runs an app in text mode: lines from top to bottom, nothing drawn twice, every choice a word and Enter.
 * @throws {Failure} of the run, if it must be fixed outside the app; the signal's reason
 */
export async function runInLines<State extends {size: Size}, Action, Effect>(
	app: AppOf<State, Action, Effect>,
	{speaker, hear, isSecret = () => false}: Speech<State, Action | TerminalAction>,
	{stdin, stdout, platform, reason}: Lines,
	context: Context,
): Promise<AppExit<State>> {
	context.signal.throwIfAborted();
	const say = sayer(stdout);
	const {promise: left, resolve: leave, reject: fail} = Promise.withResolvers<boolean>();
	let input: Interface | null = null;
	const paused = async <Result>(work: Promise<Result>): Promise<Result> => {
		input?.pause();
		try {
			return await work;
		} finally {
			input?.resume();
		}
	};
	const stopListening = () => {
		const lines = input;
		input = null;
		lines?.close();
	};
	let isAway = false;
	// Two readers of one input would both get the same lines, and what is said meanwhile would seem to be the other's.
	const give: GiveTerminal = async work => {
		stopListening();
		isAway = true;
		try {
			return await work();
		} finally {
			isAway = false;
			listen();
			speak(store.state());
		}
	};
	const write = (text: string) => void stdout.write(text);
	const hands: Hands = {
		edit: draft => paused(editDraft(draft, context.env)),
		open: (file, line) => paused(openInEditor(file, line, context.env)),
		showDiff: async diff => {
			const command = await pagerCommand(context);
			await paused(showInPager(diff, command, {...context, looks: null, write}));
		},
		run: command => paused(runInTerminal(command, write, context.env)),
		lend: (_, work) => paused(work()),
		give,
		browse: url => openInBrowser(url, platform, context.env),
		copy: say,
		suspend: async () => {},
		redraw: () => {},
		quit: (isInterrupted, failure = null) => (failure === null ? leave(isInterrupted) : fail(failure)),
	};
	const store = createStore<State, Action | TerminalAction, Effect>(
		app.initial(initialApp(unbounded, symbolsFor(false), app.keys)),
		app.update,
		app.effects(hands),
	);
	let isHidden = false;
	const hide = (wanted: boolean) => {
		if (wanted !== isHidden) stdin.setRawMode?.(wanted);
		isHidden = wanted;
	};
	const speak = speaker(say, store.state());
	store.subscribe(() => {
		hide(isSecret(store.state()));
		if (!isAway) speak(store.state());
	});
	const onAbort = () => store.dispatch({type: 'terminate'});
	context.signal.addEventListener('abort', onAbort);
	const unlisten = context.waits?.listen(oncePerWait(({what, ms}) => say(stillWaiting(what, ms))));
	// In raw mode, which hides the input, the terminal does not turn Ctrl-C into a signal.
	const onData = (data: Buffer | string) => {
		if (isHidden && String(data).includes('\x03')) leave(true);
	};
	stdin.on('data', onData);
	let at = 0;
	const listen = () => {
		const lines = createInterface({input: stdin});
		input = lines;
		lines.on('line', text => {
			// A person who typed a line has read the question before it.
			at = Math.max(at, context.now()) + settleMs;
			hear(text, store, say, at);
		});
		lines.on('SIGINT', () => leave(true));
		lines.on('close', () => {
			if (lines === input) leave(false);
		});
		// A closed terminal interrupts the whole run.
		lines.on('error', () => leave(true));
		// Its end came while another app had it.
		if ((stdin as {readableEnded?: boolean}).readableEnded) leave(false);
	};
	listen();
	try {
		say(`Text mode (${reason}). Type ? and press Enter to list the commands.`);
		store.dispatch({type: 'start'});
		const isInterrupted = await left;
		const state = store.state();
		say(app.summary(state).trimEnd());
		return {exitCode: isInterrupted ? exitCodes.interrupted : app.exitCode(state), state};
	} finally {
		hide(false);
		stdin.off('data', onData);
		context.signal.removeEventListener('abort', onAbort);
		unlisten?.();
		stopListening();
	}
}

/** Output of text mode; a terminal has a width. */
type LineOutput = {write(text: string): unknown; columns?: number};

/**
 * Prints texts, escaped because they may contain foreign text, and wrapped because a terminal would break lines inside
 * words.
 */
const sayer =
	(page: LineOutput) =>
	(text: string): void => {
		const lines = text.split('\n');
		const room = page.columns || Number.POSITIVE_INFINITY;
		page.write(`${lines.flatMap(line => wrap(safe(line), room)).join('\n')}\n`);
	};

/** In text mode nobody can press Esc: `back` replaces it. */
export const backForEsc = (text: string): string => text.replace(/\bEsc\b/g, 'back');
