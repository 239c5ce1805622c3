import {lstat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {Failure} from '../failure.ts';
import {type Environment, homeFolder} from '../system/environment.ts';
import {extensions, type SettingsFile} from './file.ts';

const exists = (path: string) =>
	lstat(path).then(
		() => true,
		() => false,
	);

/** The path of the user settings file; null if neither HOME nor XDG_CONFIG_HOME is set. */
export function userSettingsPath(env: Environment): string | null {
	const home = homeFolder('config', env);
	return home && join(home, 'config.json');
}

/** The path of the existing user settings file; null if there is none. */
export async function findUserFile(env: Environment): Promise<string | null> {
	const path = userSettingsPath(env);
	return path !== null && (await exists(path)) ? path : null;
}

/**
 * The project's settings file in the repository that contains `cwd`; without one, the name of a file that was probably meant to
 * be it. Null if there is none. Throws `Failure` usage `two-settings-files`.
 */
export async function findProjectFile(cwd: string): Promise<{file: SettingsFile | null; misnamed: string | null}> {
	const root = await findRoot(cwd);
	if (root === null) return {file: null, misnamed: null};
	const path = onlyProjectFile(await existing(root, projectFileNames));
	if (path !== null) return {file: {path, label: basename(path), within: root}, misnamed: null};
	const [found] = await existing(root, misnamed);
	return {file: null, misnamed: found === undefined ? null : basename(found)};
}

async function existing(root: string, names: readonly string[]): Promise<string[]> {
	const candidates = names.map(name => join(root, name));
	const present = await Promise.all(candidates.map(exists));
	return candidates.filter((_, index) => present[index]);
}

/** In order of lookup. */
export const projectFileNames = extensions.map(extension => `.pr-resolve${extension}`);

/** Without the dot that makes them settings files. */
const misnamed = projectFileNames.map(name => name.slice(1));

/** The project file among those that are there; null if there is none. @throws {Failure} usage `two-settings-files` */
function onlyProjectFile(present: readonly string[]): string | null {
	const [path = null, second] = present;
	if (second === undefined) return path;
	const message = `Found two project settings files: ${path} and ${second}.`;
	throw new Failure('usage', 'two-settings-files', message, 'Delete one of them.');
}

/** The project file among the files of a root folder; null if there is none. @throws {Failure} usage `two-settings-files` */
export function projectFileIn<File extends {name: string}>(files: readonly File[]): File | null {
	const name = onlyProjectFile(files.map(file => file.name));
	return files.find(file => file.name === name) ?? null;
}

/** Found without git, because settings are read before git is known to work. */
async function findRoot(folder: string): Promise<string | null> {
	if (await exists(join(folder, '.git'))) return folder;
	const parent = dirname(folder);
	return parent === folder ? null : findRoot(parent);
}
