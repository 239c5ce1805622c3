import {existsSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {Failure} from '../source/failure.ts';

/**
 * Runs a script of this folder with the process' arguments. Its result is the exit code; a `Failure` or a wrong flag becomes
 * a message on stderr.
 */
export async function runCommand(command: (argv: string[]) => Promise<number>): Promise<void> {
	try {
		process.exitCode = await command(process.argv.slice(2));
	} catch (error) {
		const failure = asFailure(error);
		process.stderr.write(`${[failure.message, failure.remedy].filter(Boolean).join('\n')}\n`);
		process.exitCode = failure.exitCode;
	}
}

function asFailure(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const isWrongFlag = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
	if (!isWrongFlag) throw error;
	return new Failure('usage', 'bad-flags', error.message);
}

/** The built executable. @throws {Failure} usage `no-folder` */
export function builtExecutable(): string {
	const path = join(import.meta.dirname, '../dist/cli.js');
	if (existsSync(path)) return path;
	throw new Failure('usage', 'no-folder', 'There is no dist/cli.js to run.', 'Run npm run build first.');
}
