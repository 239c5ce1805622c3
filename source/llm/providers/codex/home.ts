import {access, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {ClientHome} from '../client/home.ts';

/**
 * The login of `codex` is a file, unless the user chose the system's key store, whose entries depend on the path of the
 * home. The file is linked, because a renewed login makes the old one invalid.
 */
export const codexHome: ClientHome = {
	variable: 'CODEX_HOME',
	usual: '.codex',
	async furnish(own) {
		const isFile = await stat(join(own, 'auth.json')).then(
			stats => stats.isFile(),
			() => false,
		);
		// Without the last two it would first request the models, and look like a new installation each time.
		return isFile ? {linked: ['auth.json'], copied: ['models_cache.json', 'installation_id']} : null;
	},
	async reveals(own) {
		for (const name of ['AGENTS.override.md', 'AGENTS.md']) {
			const file = join(own, name);
			if (!(await fileExists(file))) continue;
			return {
				detail: `codex adds ${file} to every request because its login is not in a file next to it`,
				remedy: `Move ${file} away while pr-resolve uses codex.`,
			};
		}
		return null;
	},
};

const fileExists = (file: string): Promise<boolean> =>
	access(file).then(
		() => true,
		() => false,
	);
