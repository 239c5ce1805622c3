import process from 'node:process';
import type {Instance} from 'ink';
import type {ComponentType} from 'react';
import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {AppOf, Left} from './app/app.ts';
import type {Hands} from './app/effects.ts';
import type {Size} from './app/layout.ts';
import {createStore, type Store} from './app/store.ts';
import type {TerminalAction} from './app/update.ts';
import type {AppHandle, AppProps} from './app/use-app.ts';
import {closing, opening, request, wiped} from './before-ink.ts';
import {editLines, openInBrowser} from './editor.ts';
import {KeyByKey} from './key-by-key.ts';
import {runCommand} from './program.ts';
import type {Line} from './text/line.ts';
import {drawsUnicode, symbolsFor} from './theme.ts';
import {thinned, thinner} from './thin-output.ts';

export type Screen = {
	/** Whether the app takes the alternate screen; else it draws where the cursor is. */
	isFullscreen: boolean;
	isColoured: boolean;
	platform: string;
};

export type DrawnApp<State extends {size: Size}, Action, Effect> = AppOf<State, Action, Effect> & {
	/** Loads what draws it; Ink comes with it, which takes longer than all that is loaded before. */
	load: () => Promise<ComponentType<AppProps<State, Action>>>;
	/** The screen of the first state, which is shown until it is drawn; left out where that is nothing to look at. */
	firstLines?: (state: State) => readonly Line[];
	/** Whether one read of the keyboard must bring one key, as menus that are not ours need it. */
	isKeyByKey: boolean;
};

/**
 * Shows an app until the person leaves, and what it came to on the normal screen. The terminal is given back whatever
 * happens.
 * @throws {Failure} where it says what to mend outside; the signal's reason where it came before; whatever a crash throws
 */
export async function startApp<State extends {size: Size}, Action, Effect>(
	app: DrawnApp<State, Action, Effect>,
	screen: Screen,
	context: Context,
): Promise<Left<State>> {
	// A signal that came before has no event left, and the app would stay.
	context.signal.throwIfAborted();
	const {stdout, stderr} = process;
	const size = {columns: stdout.columns || 80, rows: stdout.rows || 24};
	const ready = Promise.withResolvers<AppHandle>();
	let ink: Instance | null = null;
	let isOpen = screen.isFullscreen && app.firstLines !== undefined;
	let code: ExitCode | null = null;
	const hands = handsOf(screen, context, ready.promise, (isInterrupted, failure = null) => {
		code = isInterrupted ? exitCodes.interrupted : app.exitCode(store.state());
		void ready.promise.then(handle => handle.exit(failure === null ? undefined : asError(failure)));
	});
	const store: Store<State, Action | TerminalAction> = createStore<State, Action | TerminalAction, Effect>(
		app.initial(size, symbolsFor(drawsUnicode(context.env))),
		app.update,
		app.effects(hands),
	);
	const stdin = app.isKeyByKey ? keyByKey(async () => ink?.waitUntilRenderFlush()) : process.stdin;
	const onStop = () => store.dispatch({type: 'key', key: 'ctrl+z', at: context.now()});
	// Where it was stopped without being asked, the terminal is not as the app had it.
	const onContinue = () => hands.redraw();
	const onAbort = () => hands.quit(true, context.signal.reason);
	let wasResized = false;
	const onResize = () => {
		wasResized = true;
	};
	// First of all the normal screen, or what is said of a crash would go away with this one.
	const giveBack = () => {
		if (ink) ink.unmount();
		else if (isOpen) stdout.write(closing);
		isOpen = false;
	};
	process.prependListener('uncaughtException', giveBack);
	process.on('exit', giveBack);
	process.on('SIGTSTP', onStop);
	process.on('SIGCONT', onContinue);
	context.signal.addEventListener('abort', onAbort);
	try {
		// Ink does it after its first frame, and what is pressed on sight of that would be echoed, or end the program.
		process.stdin.setRawMode(true);
		stdout.once('resize', onResize);
		if (isOpen) stdout.write(thinner(screen)(opening(app.firstLines?.(store.state()) ?? [])));
		const [{draw}, App] = await Promise.all([import('./draw.tsx'), app.load()]);
		stdout.off('resize', onResize);
		if (isOpen && wasResized) stdout.write(wiped);
		const props = {store, now: context.now, clear: () => ink?.clear(), onReady: ready.resolve};
		ink = draw(App, props, {
			stdin,
			stdout: thinned(stdout, screen, isOpen ? request : null),
			stderr,
			alternateScreen: screen.isFullscreen,
			incrementalRendering: true,
			interactive: true,
			exitOnCtrlC: false,
			isScreenReaderEnabled: false,
		});
		// The first frame is there before anything is read.
		await ready.promise;
		store.dispatch({type: 'start'});
		await ink.waitUntilExit();
	} finally {
		stdout.off('resize', onResize);
		process.off('uncaughtException', giveBack);
		process.off('exit', giveBack);
		process.off('SIGTSTP', onStop);
		process.off('SIGCONT', onContinue);
		context.signal.removeEventListener('abort', onAbort);
		giveBack();
		process.stdin.setRawMode(false);
	}
	const state = store.state();
	// A frame of the window's height is left behind without a line end.
	stdout.write(`${screen.isFullscreen ? '' : '\n'}${app.summary(state)}`);
	return {exitCode: code ?? app.exitCode(state), state};
}

const asError = (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure)));

/** Ink uses no more of a keyboard than this has. */
const keyByKey = (drawn: () => Promise<unknown>) =>
	new KeyByKey(process.stdin, drawn) as unknown as typeof process.stdin;

function handsOf({platform}: Screen, {env}: Context, ready: Promise<AppHandle>, quit: Hands['quit']): Hands {
	let isAway = false;
	/** Gives the terminal to somebody else. Of several keys in one read that ask for it only the first one gets it. */
	const suspended = async <T,>(work: () => Promise<T>, otherwise: T): Promise<T> => {
		if (isAway) return otherwise;
		isAway = true;
		const app = await ready;
		let back: Promise<void> | null = null;
		try {
			return await stoppable(async () => {
				const suspension = await app.suspendTerminal();
				await stopReading();
				try {
					return await work();
				} finally {
					// Ink draws from where the cursor is, and a program may have left it in the midst of a line.
					process.stdout.write('\r');
					// A job that is stopped is not signalled a new size of the window.
					process.emit('SIGWINCH', 'SIGWINCH');
					// Keys are heard from here on, while it is being drawn.
					isAway = false;
					back = suspension.resume();
				}
			});
		} finally {
			await back;
		}
	};
	const write = (text: string) => void process.stdout.write(text);
	return {
		edit: (lines, path) => suspended(() => uninterrupted(() => editLines(lines, path, env)), null),
		run: command => suspended(() => uninterrupted(() => runCommand(command, write, env)), 'the terminal is in use'),
		browse: url => openInBrowser(url, platform, env),
		// OSC 52: the terminal's own clipboard, over ssh too.
		copy: text => write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`),
		suspend: () => suspended(stopUntilContinued, undefined),
		redraw: () => void suspended(async () => {}, undefined),
		quit,
	};
}

/**
 * Ink stops to listen, but the stream goes on to read, and would take away what is typed for another program. Only a
 * stream that flows can be paused, and it flows once it knows that nobody listens. Node stops the reading itself in a
 * tick after the pause: whoever reads next must not begin before that, or it would be stopped too.
 */
async function stopReading(): Promise<void> {
	await new Promise(setImmediate);
	process.stdin.resume();
	process.stdin.pause();
	await new Promise(setImmediate);
}

/**
 * While the app does not have the terminal, a Ctrl-Z there is a signal to the whole job, and has to stop all of it. If
 * the app alone went on, a program that it is just starting could be stopped before it has begun, and Node waits for that.
 */
const stoppable = <T,>(work: () => Promise<T>): Promise<T> => withListener('SIGTSTP', null, work);

/** While a program has the terminal, its Ctrl-C is meant for it; the terminal sends it to both. */
const uninterrupted = <T,>(work: () => Promise<T>): Promise<T> => withListener('SIGINT', () => {}, work);

/** Sets aside whoever listens to a signal; without a listener of its own it does what it does by default. */
async function withListener<T>(signal: NodeJS.Signals, own: (() => void) | null, work: () => Promise<T>): Promise<T> {
	const listeners = process.listeners(signal);
	process.removeAllListeners(signal);
	if (own) process.on(signal, own);
	try {
		return await work();
	} finally {
		if (own) process.off(signal, own);
		for (const listener of listeners) process.on(signal, listener);
	}
}

/** How long a stop may take, in milliseconds; while this process is stopped, this time does not run out. */
const stopMs = 250;

/**
 * Stops this job as the terminal itself would, with all of its processes, or a parent such as npx would keep the shell
 * waiting; resolves when it goes on. The system stops no job without a shell above it, for nobody could continue it:
 * then it goes on at once.
 */
async function stopUntilContinued(): Promise<void> {
	const {promise, resolve} = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, stopMs);
	process.once('SIGCONT', resolve);
	process.kill(0, 'SIGTSTP');
	await promise;
	clearTimeout(timer);
	// Where the time ran out while it was stopped, the signal is still to be told of.
	await new Promise(setImmediate);
	process.off('SIGCONT', resolve);
}
