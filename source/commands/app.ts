import process from 'node:process';
import type {Context} from '../run/context.ts';
import type {Screen} from '../tui/start.tsx';
import type {Flags, Invocation, Io} from './command.ts';

/** Shared by the commands with an app. */
export const appFlags = {
	noFullscreen: {group: 'output', help: 'draw below the prompt instead of using the full screen'},
	screenReader: {group: 'output', help: 'print plain lines for screen readers'},
} as const satisfies Flags;

/** Whether an app can be shown and can receive keys. */
export const canShowApp = ({interactive}: Pick<Invocation, 'interactive'>, {stdout}: Pick<Io, 'stdout'>): boolean =>
	interactive && stdout.isTTY === true;

/** Some CI systems provide a terminal without a user. */
export const isCi = ({CI}: Io['env']) => Boolean(CI) && CI !== 'false' && CI !== '0';

/** Why the app prints plain lines instead of a screen; null if it draws a screen. */
export function readerOf(isAsked: boolean, env: Io['env']): string | null {
	if (isAsked) return '--screen-reader';
	const variable = ['CR_SCREEN_READER', 'INK_SCREEN_READER'].find(name => env[name] === 'true');
	if (variable !== undefined) return `${variable}=true`;
	return env.TERM === 'dumb' ? 'TERM=dumb' : null;
}

/** How the screen is drawn. */
export function screenFor({color, settings}: Pick<Invocation, 'color' | 'settings'>, isFullscreen: boolean): Screen {
	const {theme, mouse} = settings.values;
	return {
		isFullscreen,
		isColoured: color && theme !== 'none',
		theme,
		// Below the prompt, nothing is at a fixed place of the window.
		hasMouse: mouse && isFullscreen,
		platform: process.platform,
	};
}

/** Runs the work with a context for an app: log lines wait until the app has left the screen. */
export async function withHeldLog<T>(io: Context, work: (context: Context) => Promise<T>): Promise<T> {
	const held: Parameters<Context['log']>[] = [];
	try {
		return await work({...io, log: (...line) => held.push(line)});
	} finally {
		for (const line of held) io.log(...line);
	}
}
