import {isUtf8} from 'node:buffer';
import {spawn} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {systemCode} from '../system/errors.ts';
import {draftFile, type EditorDraft, readDraftFile, rescueDraft} from './draft-file.ts';
import {runProgram} from './program.ts';

/** How an edit ended. `refused`: the marks around the lines are gone; `lines` are what is left. */
export type EditResult = {kind: 'unchanged'} | {kind: 'edited' | 'refused'; lines: readonly string[]};

/**
 * Opens a draft in the user's editor, in a file of the same name, so that the editor recognizes the language. The terminal
 * must be free.
 * @throws {Failure} `editor-failed`
 */
export async function editDraft(draft: EditorDraft, env: Environment): Promise<EditResult> {
	const folder = await mkdtemp(join(tmpdir(), 'pr-resolve-edit-'));
	const file = join(folder, basename(draft.path));
	const made = draftFile(draft);
	try {
		await writeFile(file, made.text, {mode: 0o600});
		await openInEditor(file, made.line, env);
		const text = await textOf(file, env);
		const lines = readDraftFile(text, made);
		if (!lines) return {kind: 'refused', lines: rescueDraft(text, made)};
		const isSame = lines.length === draft.lines.length && lines.every((line, at) => line === draft.lines[at]);
		return isSame ? {kind: 'unchanged'} : {kind: 'edited', lines};
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

/**
 * Opens a file at a line (1-based) and waits until the editor is closed. The terminal must be free.
 * @param file absolute
 * @throws {Failure} `editor-failed`
 */
export async function openInEditor(file: string, line: number, env: Environment): Promise<void> {
	const command = editorOf(env);
	// As in git: the setting is a shell command line.
	const args = editorArguments(command, file, line);
	const code = await runProgram('/bin/sh', ['-c', `${command} "$@"`, command, ...args], env);
	if (code !== 0) throw editorFailed(env, `exited with ${code}`);
}

const editorOf = (env: Environment) => env.VISUAL || env.EDITOR || 'vi';

async function textOf(file: string, env: Environment): Promise<string> {
	const bytes = await readFile(file).catch(cause => {
		throw editorFailed(env, systemCode(cause) === 'ENOENT' ? 'deleted the file' : 'left no readable file', cause);
	});
	if (!isUtf8(bytes) || bytes.includes(0)) throw editorFailed(env, 'left a file that is not UTF-8 text');
	return bytes.toString();
}

function editorFailed(env: Environment, what: string, cause?: unknown): Failure {
	const message = `The editor (${editorOf(env)}) ${what}; nothing was decided.`;
	return new Failure('failed', 'editor-failed', message, 'To use another editor, set VISUAL or EDITOR.', {cause});
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

/** How editors take a line number (1-based); `waits`: without it they return before the file is closed. */
type Habit = {place: (file: string, line: number) => readonly string[]; waits?: string};

const plusHabit: Habit = {place: (file, line) => [`+${line}`, file]};
const colonHabit = (waits?: string, ...flags: readonly string[]): Habit => ({
	// In a name with a colon, the editor would find another line number.
	place: (file, line) => (file.includes(':') ? [file] : [...flags, `${file}:${line}`]),
	...(waits && {waits}),
});

const habits: Readonly<Record<string, Habit>> = {
	...named(plusHabit, 'vi vim nvim view gvim emacs emacsclient nano pico joe kak micro mg ne jed'),
	...named(colonHabit('--wait', '--goto'), 'code code-insiders codium cursor windsurf'),
	...named(colonHabit('--wait'), 'subl zed'),
	...named(colonHabit(), 'hx helix'),
};

function named(habit: Habit, names: string): Record<string, Habit> {
	return Object.fromEntries(names.split(' ').map(name => [name, habit]));
}

/**
 * The arguments that open a file at a line, after those of the command.
 * @param command the setting, a shell command line
 * @param file absolute: a relative name could be read as an option or a command
 */
export function editorArguments(command: string, file: string, line: number): readonly string[] {
	const [program = '', ...own] = command.trim().split(/\s+/);
	const habit = habits[basename(program)];
	if (!habit) return [file];
	const waits = habit.waits && !own.some(flag => flag === habit.waits || flag === '-w') ? [habit.waits] : [];
	return [...waits, ...habit.place(file, line)];
}
