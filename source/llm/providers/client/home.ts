import {lstat, readFile, realpath, symlink, writeFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {systemCode} from '../../../system/errors.ts';
import {replaceFile} from '../../../system/replace-file.ts';
import type {ProviderOptions} from '../provider.ts';

/** The folder in which a client keeps its login, its settings and its past, and what a run has of it. */
export type ClientHome = {
	/** The variable that names it. */
	variable: 'CODEX_HOME' | 'COPILOT_HOME';
	/** Its name in the person's home folder where the variable is not set. */
	usual: string;
	/** What a home for one run takes out of the person's; null where that one is needed itself. */
	furnish: (own: string) => Promise<Furniture | null>;
	/** What of the person's goes into every question where that one is needed: for people, with what to do about it. */
	reveals?: (own: string) => Promise<Revealed | null>;
};

export type Revealed = {detail: string; remedy: string};

export type Furniture = {
	/** Names of files that stay the person's: what the client writes into them is for good, as a login that is renewed. */
	linked: readonly string[];
	/** Names of files that are copied where they are there. */
	copied: readonly string[];
	/** Files that are written, by name. */
	written?: Readonly<Record<string, string>>;
};

/** What came of a home that was lent, and which of the person's files could not be replaced by what the client made of them. */
export type Lent<Value> = {value: Value; unreturned: readonly Unreturned[]};

export type Unreturned = {file: string; cause: unknown};

/** The person's folder of a client; null where its place cannot be told. */
export function ownHome({variable, usual}: ClientHome, env: ProviderOptions['env']): string | null {
	const named = env[variable];
	if (named) return isAbsolute(named) ? named : null;
	return join(env.HOME || homedir(), usual);
}

/**
 * Lends a client a home for one run, made of the person's, so that nothing else of that one counts, is changed or grows.
 * @param folder an empty one
 * @param use gets the variables that name the home; none where the client needs the person's own
 */
export async function withHome<Value>(
	home: ClientHome | undefined,
	env: ProviderOptions['env'],
	folder: string,
	use: (variables: Readonly<Record<string, string>>) => Promise<Value>,
): Promise<Lent<Value>> {
	const own = home ? ownHome(home, env) : null;
	const furniture = own === null ? null : await home!.furnish(own);
	if (own === null || furniture === null) return {value: await use({}), unreturned: []};
	const {linked, copied, written = {}} = furniture;
	for (const name of linked) await symlink(await realpath(join(own, name)), join(folder, name));
	const copies = await Promise.all(copied.map(async name => [name, await contentOf(join(own, name))] as const));
	for (const [name, content] of [...copies, ...Object.entries(written)]) {
		if (content !== null) await writeFile(join(folder, name), content, {mode: 0o600});
	}
	const unreturned: Unreturned[] = [];
	try {
		return {value: await use({[home!.variable]: folder}), unreturned};
	} finally {
		for (const name of linked) {
			const file = join(own, name);
			// What the client has answered by then is worth no less.
			await handBack(join(folder, name), file).catch(cause => unreturned.push({file, cause}));
		}
	}
}

/** A client that puts a new file in the place of an old one has put it in the place of the link. */
async function handBack(lent: string, own: string): Promise<void> {
	const stats = await lstat(lent).catch(() => null);
	if (stats?.isFile()) await replaceFile(await realpath(own), await readFile(lent), {mode: stats.mode & 0o777});
}

/** Null where there is no such file. */
async function contentOf(file: string): Promise<Uint8Array | null> {
	try {
		return await readFile(file);
	} catch (error) {
		if (systemCode(error) === 'ENOENT') return null;
		throw error;
	}
}
