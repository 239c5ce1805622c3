import {constants} from 'node:fs';
import {open, realpath} from 'node:fs/promises';
import {extname, isAbsolute, relative, sep} from 'node:path';
import {Failure} from '../failure.ts';
import {type SettingEntry, SyntaxTrouble} from './formats/entry.ts';

const formats: Record<string, () => Promise<{parse: (text: string) => SettingEntry[]}>> = {
	'.yaml': () => import('./formats/yaml.ts'),
	'.yml': () => import('./formats/yaml.ts'),
	'.toml': () => import('./formats/toml.ts'),
	'.json': () => import('./formats/json.ts'),
};

/** With the dot, in order of lookup. */
export const extensions = Object.keys(formats);

const maximumBytes = 64 * 1024;

export type SettingsFile = {
	path: string;
	/** The name of the file in messages. */
	label: string;
	/** What was read at the head of the pull request instead; null if that is no regular text file. */
	text?: string | null;
	/** The folder that a symbolic link must not leave. */
	within?: string;
};

/** A settings file or a line of it in messages: `.pr-resolve.yaml`, `.pr-resolve.yaml:3 at the head`. */
export const settingsPlace = ({label, text}: SettingsFile, line: number | null = null): string =>
	`${label}${line === null ? '' : `:${line}`}${text === undefined ? '' : ' at the head'}`;

/**
 * Reads the entries of a settings file, in file order.
 * Throws a `Failure`: `settings-file-missing`, or `bad-settings-file` with the line if known.
 */
export async function readSettingsFile(file: SettingsFile): Promise<SettingEntry[]> {
	const format = formats[extname(file.path).toLowerCase()];
	if (!format)
		throw unusable(file, `needs one of the extensions ${extensions.join(', ')}`, 'Rename it to match its format.');
	const text = file.text === undefined ? await readText(file) : file.text;
	if (text === null) throw unusable(file, 'is not a regular text file', 'Replace it with one.');
	if (Buffer.byteLength(text) > maximumBytes) throw tooLarge(file);
	const {parse} = await format();
	try {
		return parse(text);
	} catch (error) {
		// A parser can also run out of stack on deep nesting.
		if (!(error instanceof SyntaxTrouble || error instanceof RangeError)) throw error;
		const line = error instanceof SyntaxTrouble ? error.line : null;
		if (line === null) throw unusable(file, `cannot be read: ${error.message}`, 'Correct the file.');
		throw badFile(`${settingsPlace(file, line)}: ${error.message}.`, `Correct line ${line}.`);
	}
}

async function readText(file: SettingsFile): Promise<string> {
	const path = await realPath(file);
	// Without O_NONBLOCK, opening a named pipe would wait for a writer.
	const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(error => {
		throw unusable(file, `cannot be opened: ${error.code}`, 'Check its permissions.', error);
	});
	try {
		const stats = await handle.stat();
		if (!stats.isFile()) throw unusable(file, 'is not a regular file', 'Replace it with a regular file.');
		if (stats.size > maximumBytes) throw tooLarge(file);
		return new TextDecoder('utf-8', {fatal: true}).decode(await handle.readFile());
	} catch (error) {
		if (error instanceof TypeError) throw unusable(file, 'is not UTF-8', 'Save it as UTF-8.');
		throw error;
	} finally {
		await handle.close();
	}
}

async function realPath(file: SettingsFile): Promise<string> {
	try {
		const path = await realpath(file.path);
		if (file.within === undefined || isInside(await realpath(file.within), path)) return path;
	} catch (error) {
		const message = `The settings file ${settingsPlace(file)} does not exist.`;
		throw new Failure('usage', 'settings-file-missing', message, 'Check the path.', {cause: error});
	}
	throw unusable(file, 'is a symbolic link to a file outside the repository', 'Replace it with a regular file.');
}

function isInside(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

const tooLarge = (file: SettingsFile) =>
	unusable(file, `is larger than ${maximumBytes / 1024} KiB`, 'Remove everything but the settings.');

function unusable(file: SettingsFile, what: string, remedy: string, cause?: unknown): Failure {
	return badFile(`The settings file ${settingsPlace(file)} ${what}.`, remedy, cause);
}

function badFile(message: string, remedy: string, cause?: unknown): Failure {
	return new Failure('usage', 'bad-settings-file', message, remedy, {cause});
}
