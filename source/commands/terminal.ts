import {openProgressPace} from '../headless/progress-pace.ts';
import {showWaits} from '../headless/status-line.ts';
import {outputTo, type Terminal} from '../headless/terminal.ts';
import {logLevels} from '../system/log-levels.ts';
import type {Invocation, Io} from './command.ts';

/** Whether stdout is colored. Sources: no-color.org, force-color.org; NO_COLOR takes precedence. */
export function wantsColor({env, stdout}: Pick<Io, 'env' | 'stdout'>, noColor: boolean): boolean {
	const forced = env.FORCE_COLOR;
	if (noColor || env.NO_COLOR) return false;
	if (forced) return forced !== '0' && forced !== 'false';
	return stdout.isTTY === true && env.TERM !== 'dumb';
}

/** Whether prompts work; they are written to stderr. */
export function canPrompt({stdin, stderr}: Pick<Io, 'stdin' | 'stderr'>, noInput: boolean): boolean {
	return stdin.isTTY === true && stderr.isTTY === true && !noInput;
}

/** The streams for a front end. */
export function terminalOf(
	{color, interactive, settings}: Pick<Invocation, 'color' | 'interactive' | 'settings'>,
	{stdin, stdout, stderr, env, now, waits}: Pick<Io, 'stdin' | 'stdout' | 'stderr' | 'env' | 'now' | 'waits'>,
): Terminal {
	const live = stderr.isTTY === true && env.TERM !== 'dumb';
	const {logLevel} = settings.values;
	const verbose = logLevels.indexOf(logLevel) <= logLevels.indexOf('INFO');
	const terminal: Terminal = {
		keyboard: {input: stdin, output: stderr},
		stdout: outputTo(stdout),
		stderr: outputTo(stderr),
		color,
		interactive,
		live,
		verbose,
		...(logLevel !== 'ERROR' && {pace: openProgressPace(now), ...(waits && {waits})}),
	};
	showWaits(terminal);
	return terminal;
}
