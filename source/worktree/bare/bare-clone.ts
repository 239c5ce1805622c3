import {createHash, randomUUID} from 'node:crypto';
import {mkdir, readdir, realpath, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {Failure} from '../../failure.ts';
import type {Environment} from '../../system/environment.ts';
import {ifMissing, ifSystemError, systemCode} from '../../system/errors.ts';
import type {Processes} from '../../system/lock.ts';
import {placeOfProcesses} from '../../system/lock.ts';
import type {Repository} from '../repository.ts';

/** The id of the process that made it, and a hash of where that id means something. */
const namePattern = /^pr-resolve-read-(\d{1,9})-(?:([0-9a-f]{12})-)?/;

/** In the name, because a process can be killed before it writes a file into its folder, and while it removes the folder. */
const placeHash = async () =>
	createHash('sha256')
		.update(await placeOfProcesses())
		.digest('hex')
		.slice(0, 12);

/** Folders that this process uses. In a container, a dead process often had the same id. */
const used = new Set<string>();

/** Process ids mean nothing in another container or after a restart; then the age decides. */
const goneAfterMs = 86_400_000;

/**
 * Gives `work` a repository without a working tree in a folder that only this user can read, and removes it afterwards.
 * Also removes those of processes that were killed. The repository is empty; git can use it after `prepareClone`.
 * @throws {Failure} `no-temporary-folder`
 */
export async function withBareClone<Value>(
	world: Processes & {env: Environment; now: () => number},
	work: (repository: Repository) => Promise<Value>,
): Promise<Value> {
	const {TMPDIR: named} = world.env;
	const folder = await makeFolder(named !== undefined && isAbsolute(named) ? named : tmpdir(), world);
	try {
		const gitDir = join(folder, 'git');
		const nothing = {branch: null, head: null, remotes: [], upstream: null, isShallow: false};
		return await work({root: null, gitDir, commonDir: gitDir, records: join(folder, 'records'), ...nothing});
	} finally {
		await rm(folder, {recursive: true, force: true, maxRetries: 3});
		used.delete(folder);
	}
}

async function makeFolder(parent: string, world: Processes & {now: () => number}): Promise<string> {
	try {
		const real = await realpath(parent);
		await removeAbandoned(real, world);
		const folder = join(real, `pr-resolve-read-${world.pid}-${await placeHash()}-${randomUUID()}`);
		// Before it is there: another run of this process may look.
		used.add(folder);
		await mkdir(folder, {mode: 0o700});
		return folder;
	} catch (error) {
		const code = systemCode(error);
		if (code === null) throw error;
		const message = `Cannot make a temporary folder in ${parent} (${code}).`;
		const remedy = 'Free disk space, or set TMPDIR to a folder that you can write to.';
		throw new Failure('failed', 'no-temporary-folder', message, remedy, {cause: error});
	}
}

/** What cannot be removed, such as a folder of another user, stays. */
async function removeAbandoned(parent: string, world: Processes & {now: () => number}): Promise<void> {
	for (const name of await readdir(parent).catch(ifMissing([]))) {
		const [, pid, place = null] = namePattern.exec(name) ?? [];
		const folder = join(parent, name);
		if (pid === undefined) continue;
		const isUnused = isAbandoned(folder, {pid: Number(pid), place}, world).catch(ifSystemError(() => false));
		if ((await isUnused) && !used.has(folder))
			await rm(folder, {recursive: true, force: true}).catch(ifSystemError(() => {}));
	}
}

async function isAbandoned(
	folder: string,
	{pid, place}: {pid: number; place: string | null},
	{pid: own, isAlive, now}: Processes & {now: () => number},
): Promise<boolean> {
	if (place === (await placeHash())) return pid === own || !isAlive(pid);
	return now() - (await stat(folder)).mtimeMs > goneAfterMs;
}

/**
 * Makes the empty repository one that git can use; without effect if it is one already. Files that the user has for new
 * repositories (`init.templateDir`), such as hooks, are not copied.
 * @param url where `fetchCommits` and `fetchBlobs` fetch from
 * @param head id of a commit there, whose length shows the hash that the repository uses
 */
export async function prepareClone({gitDir}: Repository, url: string, head: string): Promise<void> {
	await mkdir(join(gitDir, 'objects'), {recursive: true});
	await mkdir(join(gitDir, 'refs'), {recursive: true});
	const quoted = url.replace(/["\\]/g, '\\$&');
	const config = [
		'[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n',
		head.length === 64 ? '[extensions]\n\tobjectFormat = sha256\n' : '',
		`[remote "origin"]\n\turl = "${quoted}"\n`,
	];
	await writeFile(join(gitDir, 'config'), config.join(''));
	await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
}
