import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {runProgram} from './program.ts';

/**
 * Opens the lines in the user's editor, in a file of the same name, so that the editor recognizes the language. The
 * terminal must be free. Returns null if nothing changed.
 * @throws {Failure} `no-editor`, `editor-failed`
 */
export async function editLines(lines: readonly string[], path: string, env: Environment): Promise<string | null> {
	const command = env.VISUAL || env.EDITOR || 'vi';
	const folder = await mkdtemp(join(tmpdir(), 'pr-resolve-edit-'));
	const file = join(folder, basename(path));
	const before = lines.map(line => `${line}\n`).join('');
	try {
		await writeFile(file, before, {mode: 0o600});
		// As in git: the setting is a shell command line, and the file its last argument.
		const code = await runProgram('/bin/sh', ['-c', `${command} "$@"`, command, file], env);
		if (code !== 0) {
			const message = `The editor (${command}) exited with ${code}; the change was not modified.`;
			throw new Failure('failed', 'editor-failed', message, 'Set VISUAL or EDITOR to another editor.');
		}
		const after = await readFile(file, 'utf8');
		return after === before ? null : after;
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

/** Opens an address in the browser. @throws {Failure} `no-browser` */
export async function openInBrowser(url: string, platform: string, env: Environment): Promise<void> {
	const fail = (cause?: unknown) =>
		new Failure('failed', 'no-browser', `Could not open a browser for ${url}`, '', {cause});
	// The URL comes from GitHub or a recording: untrusted.
	if (!/^https?:\/\//.test(url)) throw fail();
	const program = env.BROWSER || (platform === 'darwin' ? 'open' : 'xdg-open');
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	const child = spawn(program, [url], {stdio: 'ignore', detached: true, env: {...env}});
	child.once('error', cause => reject(fail(cause)));
	child.once('spawn', () => {
		child.unref();
		resolve();
	});
	await promise;
}
