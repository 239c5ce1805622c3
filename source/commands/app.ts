import process from 'node:process';
import type {Context} from '../run/context.ts';
import type {Screen} from '../tui/start.tsx';
import type {Invocation, Io} from './command.ts';

/** Whether an app can be shown here and be told something. */
export const canShowApp = ({interactive}: Pick<Invocation, 'interactive'>, {stdout}: Pick<Io, 'stdout'>): boolean =>
	interactive && stdout.isTTY === true;

/** Why the screen is told line by line; null where it is drawn. */
export function readerOf(isAsked: boolean, env: Io['env']): string | null {
	if (isAsked) return '--screen-reader';
	const variable = ['CR_SCREEN_READER', 'INK_SCREEN_READER'].find(name => env[name] === 'true');
	if (variable !== undefined) return `${variable}=true`;
	return env.TERM === 'dumb' ? 'TERM=dumb' : null;
}

/**
 * How the screen is drawn. Ink's colours know FORCE_COLOR but not NO_COLOR, take a CI for no terminal, and are bold and
 * inverse too: they are turned on, at the lowest level, which has the eight named colours that the app uses, and where no
 * colour is wanted the app leaves it out itself.
 */
export function screenFor({colour, isFullscreen}: {colour: boolean; isFullscreen: boolean}): Screen {
	process.env.FORCE_COLOR = '1';
	delete process.env.NO_COLOR;
	return {isFullscreen, isColoured: colour, platform: process.platform};
}

/**
 * Does the work with a context for an app: while it has the screen, lines of the log wait; programs that it starts are
 * given the environment as it was.
 */
export async function withHeldLog<T>(io: Context, work: (context: Context) => Promise<T>): Promise<T> {
	const held: Parameters<Context['log']>[] = [];
	try {
		return await work({...io, env: {...io.env}, log: (...line) => held.push(line)});
	} finally {
		for (const line of held) io.log(...line);
	}
}
