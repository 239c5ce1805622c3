import type {ExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {interruption} from '../headless/interruption.ts';
import {writeJson} from '../headless/json.ts';
import {messageOf} from '../system/errors.ts';
import {exhaustion} from '../system/exhaustion.ts';
import {escapeControls} from '../text/escape-controls.ts';
import type {Io} from './command.ts';
import {registry} from './registry.ts';
import {beforeDashes} from './tokens.ts';

/**
 * Writes what ended a command and returns the exit code: with `--json` one document on stdout, in the schema of the
 * command and also where the flags are what is wrong; else the message and the remedy on stderr.
 */
export function reportTrouble(error: unknown, {argv, signal, stdout, stderr}: Io): ExitCode {
	const {code, message, remedy, exitCode} = failureOf(error, signal);
	if (beforeDashes(argv).includes('--json')) {
		// What is no command fails as the main one does.
		const {schema} = registry.get(argv[0] ?? '') ?? registry.get('apply')!;
		const document = {schema, error: {code, message, remedy}, exitCode};
		writeJson(document, stdout);
	} else {
		// Among the lines of other programs, in the log of a CI, it says whose trouble it is.
		const lines = [`pr-resolve: ${message}`, ...remedy.split('\n')].filter(line => line !== '');
		stderr.write(lines.map(line => `${escapeControls(line)}\n`).join(''));
	}
	return exitCode;
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
	if (error instanceof Failure && (error.kind === 'interrupted' || !signal.aborted)) return error;
	// Once interrupted, whatever broke off broke off because of that.
	if (signal.aborted) return signal.reason instanceof Failure ? signal.reason : interruption('aborted');
	const exhausted = exhaustion(error);
	if (exhausted) return exhausted;
	const text = messageOf(error);
	const remedy = 'This is a bug in pr-resolve. Please report it with the output of --log-level DEBUG.';
	return new Failure('failed', 'unexpected', `Unexpected error: ${text}`, remedy);
}
