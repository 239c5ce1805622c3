import process from 'node:process';
import type {Instance} from 'ink';
import {type ExitCode, exitCodes} from '../exit-code.ts';
import type {Context} from '../run/context.ts';
import type {Theme} from '../settings/app-rows.ts';
import type {AppExit, AppOf} from './app/app.ts';
import {type Hands, untilInsisted} from './app/effects.ts';
import type {Size} from './app/layout.ts';
import {initialApp} from './app/state.ts';
import {createStore, type Store} from './app/store.ts';
import type {TerminalAction} from './app/update.ts';
import type {AppHandle} from './app/use-app.ts';
import {browseOrCopy, terminalClipboard} from './clipboard.ts';
import {editDraft, openInEditor} from './editor.ts';
import {jobControlOf} from './job-control.ts';
import type {MouseInput} from './mouse.ts';
import {pagerCommand, showInPager} from './pager.ts';
import {runInTerminal} from './program.ts';
import {TerminalOutput} from './terminal-output.ts';
import {type TerminalTalk, terminalTalk} from './terminal-talk.ts';
import {drawsUnicode, symbolsFor} from './theme.ts';

/** How an app is drawn, and what it reacts to. */
export type Screen = {
	/** Whether the app uses the alternate screen; otherwise it draws at the cursor. */
	isFullscreen: boolean;
	isColoured: boolean;
	theme: Theme;
	/** Whether the app reacts to the mouse. */
	hasMouse: boolean;
	platform: string;
};

/**
 * Shows an app until the user quits, then its summary on the normal screen. Always restores the terminal.
 * @throws {Failure} that must be fixed outside the app; the signal's reason if it came before; the error of a crash
 */
export async function startApp<
	State extends {size: Size},
	Action,
	Effect extends {type: string; isInterrupted?: boolean},
>(app: AppOf<State, Action, Effect>, screen: Screen, context: Context): Promise<AppExit<State>> {
	// An earlier abort sends no event, and the app would never exit.
	context.signal.throwIfAborted();
	const {stdout, stderr} = process;
	// Some terminals report no size.
	const sizeNow = (): Size => ({columns: stdout.columns || 80, rows: stdout.rows || 24});
	const ready = Promise.withResolvers<AppHandle>();
	let ink: Instance | null = null;
	let code: ExitCode | null = null;
	const write = (text: string) => void stdout.write(text);
	const point = (mouse: MouseInput) => store.dispatch({type: 'mouse', mouse, at: context.now()});
	// While another program has the terminal, nothing is looked for.
	const wake = () => {
		if (!output.isLent) store.dispatch({type: 'wake', at: context.now()});
	};
	const talk = terminalTalk(screen, context.env, process.stdin, write, {onMouse: point, onFocus: wake});
	const {keyboard, looks} = talk;
	const free = async () => {
		const handle = await ready.promise;
		await talk.settled();
		await keyboard.stop();
		return handle;
	};
	const output = new TerminalOutput(stdout, sizeNow(), screen.isFullscreen);
	const hands = handsOf(screen, context, {...talk, output, free}, (isInterrupted, failure = null) => {
		code = isInterrupted ? exitCodes.interrupted : app.exitCode(store.state());
		void free().then(handle => handle.exit(failure === null ? undefined : toError(failure)));
	});
	const store: Store<State, Action | TerminalAction> = createStore<State, Action | TerminalAction, Effect>(
		app.initial(initialApp(sizeNow(), symbolsFor(drawsUnicode(context.env)), app.keys)),
		app.update,
		untilInsisted(app.effects(hands), context.now, () => process.exit(exitCodes.interrupted)),
	);
	const onStop = () => store.dispatch({type: 'key', key: 'ctrl+z', at: context.now()});
	// After a stop from outside, the terminal is not as the app left it.
	const onContinue = () => hands.redraw();
	const onAbort = () => store.dispatch({type: 'terminate'});
	const onResize = () => {
		const size = sizeNow();
		store.dispatch({type: 'resize', size});
		output.resize(size, ink);
	};
	// The normal screen first, or the message of a crash would vanish with the alternate one.
	const giveBack = () => {
		talk.reports.end();
		ink?.unmount();
		output.endFrame();
	};
	process.prependListener('uncaughtException', giveBack);
	process.on('exit', giveBack);
	process.on('SIGTSTP', onStop);
	process.on('SIGCONT', onContinue);
	stdout.on('resize', onResize);
	context.signal.addEventListener('abort', onAbort);
	const minute = setInterval(wake, 60_000);
	minute.unref();
	// A line on stderr would be on the screen.
	const unlisten = context.waits?.listen(wait => store.dispatch({type: 'waiting', wait}));
	try {
		// Ink does it only after its first frame: earlier keys would be echoed or end the program.
		process.stdin.setRawMode(true);
		const [{draw}, App] = await Promise.all([import('./draw.tsx'), app.load()]);
		ink = draw(
			<App store={store} now={context.now} onReady={ready.resolve} />,
			{looks, isColoured: screen.isColoured},
			{
				// They have everything that Ink uses of a keyboard and a terminal.
				stdin: keyboard as unknown as typeof process.stdin,
				stdout: output as unknown as typeof process.stdout,
				stderr,
				alternateScreen: screen.isFullscreen,
			},
		);
		// The first frame is drawn before anything is read.
		await ready.promise;
		if (!context.signal.aborted) store.dispatch({type: 'start'});
		talk.begin();
		await ink.waitUntilExit();
	} finally {
		process.off('uncaughtException', giveBack);
		process.off('exit', giveBack);
		process.off('SIGTSTP', onStop);
		process.off('SIGCONT', onContinue);
		stdout.off('resize', onResize);
		context.signal.removeEventListener('abort', onAbort);
		clearInterval(minute);
		unlisten?.();
		giveBack();
		process.stdin.setRawMode(false);
	}
	const state = store.state();
	// The cursor is in the last row of the frame.
	stdout.write(`${screen.isFullscreen ? '' : '\n'}${app.summary(state)}`);
	return {exitCode: code ?? app.exitCode(state), state};
}

const toError = (failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure)));

type TerminalSession = TerminalTalk & {
	output: TerminalOutput;
	/** Resolves when the terminal may be given away. */
	free: () => Promise<AppHandle>;
};

function handsOf(
	{platform, isColoured}: Screen,
	context: Context,
	{reports, looks, output, free}: TerminalSession,
	quit: Hands['quit'],
): Hands {
	const {env, now} = context;
	const {stoppable, uninterrupted, stopUntilContinued} = jobControlOf(process);
	let isAway = false;
	/** Resolves when the last program that had the terminal has given it back. */
	let returned = Promise.resolve();
	/** Gives the terminal to another program. If several keys of one read do so, only the first one counts. */
	const suspended = async <T,>(work: () => Promise<T>, otherwise: T): Promise<T> => {
		if (isAway) return otherwise;
		isAway = true;
		const {promise, resolve: isBack} = Promise.withResolvers<void>();
		returned = promise;
		let back: Promise<void> | null = null;
		try {
			const app = await free();
			return await stoppable(async () => {
				reports.off();
				const suspension = await app.suspendTerminal();
				output.isLent = true;
				try {
					return await work();
				} finally {
					// What the work has paused, as a question does, stops one tick later: reading must not begin before.
					await new Promise(setImmediate);
					// A stopped job gets no signal of a new window size.
					process.emit('SIGWINCH', 'SIGWINCH');
					// Keys work from here on.
					isAway = false;
					output.isLent = false;
					// Before the next suspension can begin, which ends them.
					reports.on();
					back = suspension.resume();
				}
			});
		} finally {
			await back;
			isBack();
		}
	};
	/** The same for work that has to be done: it waits until no other program has the terminal. */
	const suspendedInTurn = async <T,>(work: () => Promise<T>): Promise<T> => {
		for (let seen: unknown = null; seen !== returned; ) {
			seen = returned;
			await returned;
		}
		return suspended(work, null as never);
	};
	const write = (text: string) => void process.stdout.write(text);
	const copy = terminalClipboard(env, write);
	return {
		edit: draft => suspended(() => uninterrupted(() => editDraft(draft, env)), {kind: 'unchanged'}),
		open: (file, line) => suspended(() => uninterrupted(() => openInEditor(file, line, env)), undefined),
		showDiff: async diff => {
			const command = await pagerCommand(context);
			const world = {env, looks: isColoured ? looks.state().looks : null, now, write, app: process};
			const pager = () => showInPager(diff, command, world);
			await suspended(() => uninterrupted(pager), undefined);
		},
		run: command => suspended(() => uninterrupted(() => runInTerminal(command, write, env)), 'the terminal is in use'),
		lend: (what, work) =>
			suspendedInTurn(() => {
				write(`git may need a password or a passphrase to ${what}.\n`);
				return uninterrupted(work);
			}),
		give: suspendedInTurn,
		browse: url => browseOrCopy(url, platform, env, copy),
		copy,
		suspend: () => suspended(stopUntilContinued, undefined),
		redraw: () => void suspended(async () => {}, undefined),
		quit,
	};
}
