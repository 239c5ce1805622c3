import {outputTo, type Terminal} from '../headless/terminal.ts';
import {logLevels} from '../settings/log-levels.ts';
import type {Invocation, Io} from './command.ts';

/** Whether stdout is coloured. Sources: no-color.org, force-color.org; a person's "no" wins. */
export function wantsColour({env, stdout}: Pick<Io, 'env' | 'stdout'>, noColor: boolean): boolean {
	const forced = env.FORCE_COLOR;
	if (noColor || env.NO_COLOR) return false;
	if (forced) return forced !== '0' && forced !== 'false';
	return stdout.isTTY === true && env.TERM !== 'dumb';
}

/** Whether a question would reach a person and an answer come back; questions are written to stderr. */
export function canAsk({stdin, stderr}: Pick<Io, 'stdin' | 'stderr'>, noInput: boolean): boolean {
	return stdin.isTTY === true && stderr.isTTY === true && !noInput;
}

/** The streams for a front end. */
export function terminalOf(
	{colour, interactive, settings}: Pick<Invocation, 'colour' | 'interactive' | 'settings'>,
	{stdin, stdout, stderr, env}: Pick<Io, 'stdin' | 'stdout' | 'stderr' | 'env'>,
): Terminal {
	const live = stderr.isTTY === true && env.TERM !== 'dumb';
	const verbose = logLevels.indexOf(settings.values.logLevel) <= logLevels.indexOf('INFO');
	return {
		keyboard: {input: stdin, output: stderr},
		stdout: outputTo(stdout),
		stderr: outputTo(stderr),
		colour,
		interactive,
		live,
		verbose,
	};
}
