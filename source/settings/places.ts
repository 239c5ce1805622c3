import {lstat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Failure} from '../failure.ts';
import {type Environment, homeFolder} from '../system/environment.ts';
import {extensions} from './file.ts';

const exists = (path: string) =>
	lstat(path).then(
		() => true,
		() => false,
	);

/** Where the user's own settings are kept; null where the environment names no home. */
export function userSettingsPath(env: Environment): string | null {
	const home = homeFolder('config', env);
	return home && join(home, 'config.json');
}

/** The user's own settings file; null where there is none. */
export async function findUserFile(env: Environment): Promise<string | null> {
	const path = userSettingsPath(env);
	return path !== null && (await exists(path)) ? path : null;
}

/**
 * The project's settings file and the root of the repository that holds `cwd`; null where there is none.
 * Throws `Failure` usage `two-settings-files`.
 */
export async function findProjectFile(cwd: string): Promise<{root: string; path: string} | null> {
	const root = await findRoot(cwd);
	if (root === null) return null;
	const candidates = extensions.map(extension => join(root, `.pr-resolve${extension}`));
	const present = await Promise.all(candidates.map(exists));
	const [path, second] = candidates.filter((_, index) => present[index]);
	if (path === undefined) return null;
	if (second !== undefined) {
		const message = `There are two project settings files: ${path} and ${second}.`;
		throw new Failure('usage', 'two-settings-files', message, 'Keep one of them.');
	}
	return {root, path};
}

/** Found without git: settings are needed before it is known whether git can be run. */
async function findRoot(folder: string): Promise<string | null> {
	if (await exists(join(folder, '.git'))) return folder;
	const parent = dirname(folder);
	return parent === folder ? null : findRoot(parent);
}
