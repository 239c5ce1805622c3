import {closeSync, openSync, writeSync} from 'node:fs';
import {resolve} from 'node:path';
import {Failure} from '../failure.ts';
import {systemCode} from '../system/errors.ts';
import {type Log, type LogLevel, logLevels} from '../system/log-levels.ts';
import {escapeControls} from '../text/escape-controls.ts';

export type LogTargets = {
	/** Lines below it are dropped. */
	level: LogLevel;
	stderr: {write(text: string): unknown};
	/** File that lines are appended to, relative to `cwd`; null for none. */
	file: string | null;
	cwd: string;
	/** Milliseconds since the epoch. */
	now: () => number;
};

/**
 * Opens a log that writes `WARNING message` to stderr and, after a time, to a file that only its owner can read.
 * A message is one line: control characters in it are escaped.
 * Throws `Failure` usage `log-file-not-writable`.
 */
export function openLog({level, stderr, file, cwd, now}: LogTargets): {log: Log; close: () => void} {
	let descriptor = file === null ? null : openFile(file, cwd);
	const close = () => {
		if (descriptor !== null) closeSync(descriptor);
		descriptor = null;
	};
	const log: Log = (lineLevel, message) => {
		if (logLevels.indexOf(lineLevel) < logLevels.indexOf(level)) return;
		const line = `${lineLevel} ${escapeControls(message)}\n`;
		stderr.write(line);
		if (descriptor === null) return;
		try {
			writeSync(descriptor, `${new Date(now()).toISOString()} ${line}`);
		} catch (error) {
			// A full disk must not stop a run halfway, nor end the log silently.
			close();
			stderr.write(`WARNING The log file can no longer be written: ${(error as Error).message}\n`);
		}
	};
	return {log, close};
}

function openFile(file: string, cwd: string): number {
	try {
		return openSync(resolve(cwd, file), 'a', 0o600);
	} catch (error) {
		const message = `The log file ${file} cannot be written: ${systemCode(error)}.`;
		throw new Failure('usage', 'log-file-not-writable', message, 'Pass another path with --log-file.', {cause: error});
	}
}
