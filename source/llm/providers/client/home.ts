import {lstat, readFile, realpath, symlink, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {ifMissing} from '../../../system/errors.ts';
import {replaceFile} from '../../../system/replace-file.ts';
import type {ProviderOptions} from '../provider.ts';

/** The folder in which a client keeps its login, settings and history, and how a run gets its own copy of it. */
export type ClientHome = {
	/** The variable that contains its path. */
	variable: 'CODEX_HOME' | 'COPILOT_HOME';
	/** Its name in the user's home folder if the variable is not set. */
	usual: string;
	/** What a temporary home takes from the user's; null if the client has to run in the user's own. */
	furnish: (own: string) => Promise<Furniture | null>;
	/** If the client has to run in the user's own home: which of its files become part of every question, and the remedy. */
	reveals?: (own: string) => Promise<Revealed | null>;
};

export type Revealed = {detail: string; remedy: string};

export type Furniture = {
	/** Names of files that are linked, so that changes by the client are kept: for example a renewed login. */
	linked: readonly string[];
	/** Names of files that are copied if they exist. */
	copied: readonly string[];
	/** New files: their contents by name. */
	written?: Readonly<Record<string, string>>;
};

/** The result of the run, and the linked files whose new content could not be written back to the user's home. */
export type Lent<Value> = {value: Value; unreturned: readonly Unreturned[]};

export type Unreturned = {file: string; cause: unknown};

/** The user's home of a client; null if the variable is not an absolute path. */
export function ownHome({variable, usual}: ClientHome, env: ProviderOptions['env']): string | null {
	const named = env[variable];
	if (named) return isAbsolute(named) ? named : null;
	return join(env.HOME || homedir(), usual);
}

/**
 * Gives a client a temporary home, made from the user's. The rest of the user's home is neither read nor changed.
 * @param folder an empty one
 * @param use gets the variable with the home's path; nothing if the client has to run in the user's own
 */
export async function withHome<Value>(
	home: ClientHome | undefined,
	env: ProviderOptions['env'],
	folder: string,
	use: (variables: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Lent<Value>> {
	const own = home ? ownHome(home, env) : null;
	const furniture = home && own !== null ? await home.furnish(own) : null;
	if (!home || own === null || furniture === null) return {value: await use({}), unreturned: []};
	const {linked, copied, written = {}} = furniture;
	for (const name of linked) await symlink(await realpath(join(own, name)), join(folder, name));
	const copies = await Promise.all(
		copied.map(async name => [name, await readFile(join(own, name)).catch(ifMissing(null))] as const),
	);
	for (const [name, content] of [...copies, ...Object.entries(written)]) {
		if (content !== null) await writeFile(join(folder, name), content, {mode: 0o600});
	}
	const unreturned: Unreturned[] = [];
	try {
		return {value: await use({[home.variable]: folder}), unreturned};
	} finally {
		for (const name of linked) {
			const file = join(own, name);
			// The answer is valid even if this fails.
			await handBack(join(folder, name), file).catch(cause => unreturned.push({file, cause}));
		}
	}
}

/** Copies a file back if the client replaced the link by a new file. */
async function handBack(lent: string, own: string): Promise<void> {
	const stats = await lstat(lent).catch(() => null);
	if (stats?.isFile()) await replaceFile(await realpath(own), await readFile(lent), {mode: stats.mode & 0o777});
}
