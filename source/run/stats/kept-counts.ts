import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import * as z from 'zod/mini';
import type {FoundPull} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {homeFolder} from '../../system/environment.ts';
import {ifSystemError} from '../../system/errors.ts';
import {folderName} from '../../system/folder-name.ts';
import {formatRecord, type RecordForm, readRecord} from '../../system/records.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {type CountedPull, countedShape, countingRules} from './counted.ts';

/** What was counted before, a file for each pull request: a process that is killed loses none, and several do not get in each other's way. */
export type KeptCounts = {
	/** What was counted of it, unless it has changed since, or was counted by other rules. */
	of: (pull: FoundPull) => Promise<CountedPull | null>;
	/** Keeps what was counted of it as it was listed. What cannot be kept is counted again next time. */
	keep: (pull: FoundPull, counted: CountedPull) => Promise<void>;
};

const keptShape = z.object({rules: countShape, updatedAt: z.string(), headOid: z.string(), counted: countedShape});

const form: RecordForm<z.infer<typeof keptShape>> = {kind: 'counted', read: ifShaped(keptShape)};

/** In bytes. */
const mostKept = 200_000_000;

const folderOf = (home: string) => join(home, 'stats');

function pathOf(home: string, {host, owner, name, number}: FoundPull): [folder: string, file: string] {
	const folder = join(folderOf(home), folderName(`${host}/${owner}/${name}`.toLowerCase()));
	return [folder, join(folder, `${number}.json`)];
}

/**
 * Opens what is kept; without a home, nothing is.
 * @param most in bytes. Of more, the oldest are removed
 */
export async function openKeptCounts({env, log}: Pick<Context, 'env' | 'log'>, most = mostKept): Promise<KeptCounts> {
	const home = homeFolder('state', env);
	if (home === null) return {of: async () => null, keep: async () => {}};
	let bytes = (await removeOldest(home, most)).bytes;
	let isWarned = false;
	const warn = ifSystemError((why): void => {
		if (!isWarned) log('WARNING', `What is counted cannot be kept in ${folderOf(home)} (${why}).`);
		isWarned = true;
	});
	const read = async (file: string) => {
		const text = await readFile(file, 'utf8').catch(ifSystemError(() => ''));
		return readRecord(text, form);
	};
	return {
		async of(pull) {
			const found = await read(pathOf(home, pull)[1]);
			if (found.form !== 'ours') return null;
			const {rules, updatedAt, headOid, counted} = found.record;
			const isSame = rules === countingRules && updatedAt === pull.updatedAt && headOid === pull.headOid;
			return isSame ? counted : null;
		},
		async keep(pull, counted) {
			const [folder, file] = pathOf(home, pull);
			const {updatedAt, headOid} = pull;
			const text = formatRecord(form.kind, {rules: countingRules, updatedAt, headOid, counted});
			try {
				await ensureFolder(folder);
				// Nothing is written over what only a newer version can read.
				if ((await read(file)).form === 'newer') return;
				await replaceFile(file, text);
				bytes += Buffer.byteLength(text);
				if (bytes > most) ({bytes} = await removeOldest(home, most));
			} catch (error) {
				warn(error);
			}
		},
	};
}

type KeptFile = {path: string; bytes: number; at: number};

/** Removes the oldest files if there are too many, and some more, so that this is not done for each. */
async function removeOldest(home: string, most: number): Promise<{bytes: number}> {
	const files = await listKept(home);
	let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	if (bytes <= most) return {bytes};
	for (const file of files.toSorted((one, other) => one.at - other.at)) {
		if (bytes <= 0.9 * most) break;
		await rm(file.path, {force: true}).catch(ifSystemError(() => {}));
		bytes -= file.bytes;
	}
	return {bytes};
}

/** All files of all repositories, those of interrupted writes too. */
async function listKept(home: string): Promise<KeptFile[]> {
	const folder = folderOf(home);
	const names = await readdir(folder).catch(ifSystemError((): string[] => []));
	const files: KeptFile[] = [];
	for (const name of names) {
		const inside = join(folder, name);
		for (const file of await readdir(inside).catch(ifSystemError((): string[] => []))) {
			const path = join(inside, file);
			const found = await stat(path).catch(ifSystemError(() => null));
			if (found?.isFile()) files.push({path, bytes: found.size, at: found.mtimeMs});
		}
	}
	return files;
}

/** Deletes all that is kept; returns where that was and of how many pull requests, or null if nothing is. @throws {Failure} `not-writable` */
export async function forgetCounts({env}: Pick<Context, 'env'>) {
	const home = homeFolder('state', env);
	if (home === null) return null;
	const folder = folderOf(home);
	const files = await listKept(home);
	if (files.length === 0) return null;
	await rm(folder, {recursive: true, force: true}).catch(
		ifSystemError((why, cause) => {
			const message = `Cannot delete ${folder} (${why}).`;
			throw new Failure('failed', 'not-writable', message, 'Make it writable.', {cause});
		}),
	);
	const pulls = files.filter(({path}) => path.endsWith('.json')).length;
	return {folder, pulls, bytes: files.reduce((sum, file) => sum + file.bytes, 0)};
}
