import type {ExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {writeJson} from '../headless/json.ts';
import {interruption} from '../headless/prompt.ts';
import {roomOf} from '../headless/terminal.ts';
import {toFailure} from '../system/to-failure.ts';
import {wrapMessage} from '../text/wrap.ts';
import type {Io} from './command.ts';
import {schemaOf} from './registry.ts';
import {beforeDashes} from './tokens.ts';

type TroubleIo = Pick<Io, 'argv' | 'signal' | 'stdout' | 'stderr'>;

/**
 * Reports the failure of a command and returns the exit code. With `--json`, even if the flags are invalid: one document on
 * stdout, in the schema of the command; else the message and the remedy on stderr.
 */
export function reportTrouble(error: unknown, {argv, signal, stdout, stderr}: TroubleIo): ExitCode {
	const {code, message, remedy, details, exitCode} = failureOf(error, signal);
	if (beforeDashes(argv).includes('--json')) {
		const document = {schema: schemaOf(argv[0] ?? ''), error: {code, message, remedy}, ...details, exitCode};
		writeJson(document, stdout);
	} else {
		// Prefixed, because a CI log mixes it with the output of other programs.
		const lines = `pr-resolve: ${message}\n${remedy}`.split('\n').filter(line => line !== '');
		const room = roomOf(stderr);
		stderr.write(
			lines
				.flatMap(line => wrapMessage(line, room))
				.map(line => `${line}\n`)
				.join(''),
		);
	}
	return exitCode;
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
	if (error instanceof Failure && (error.kind === 'interrupted' || !signal.aborted)) return error;
	// After an interruption, other errors are its consequences.
	if (signal.aborted) return signal.reason instanceof Failure ? signal.reason : interruption('aborted');
	return toFailure(error);
}
