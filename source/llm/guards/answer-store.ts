import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {type Environment, homeFolder} from '../../system/environment.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {parseJson} from '../../system/json.ts';
import type {LogLevel} from '../../system/log-levels.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {hasShape} from '../../system/shape.ts';
import type {ModelReply} from '../providers/provider.ts';
import {answerLifeMs, isFresh, type StoredAnswer, storedAnswerShape} from './stored-answer.ts';

/** Caches answers by hexadecimal ids. */
export type AnswerStore = {
	/** @throws {Stop} if no request may leave without a look at it */
	find: (id: string) => Promise<ModelReply | null>;
	/** Never fails. */
	keep: (id: string, reply: ModelReply) => Promise<void>;
};

/** Finds what others keep. */
export const readOnly = ({find}: AnswerStore): AnswerStore => ({find, keep: async () => {}});

export type StoreOptions = {
	/** Absolute path; created if missing. */
	folder: string;
	now: () => number;
	log: (level: LogLevel, message: string) => void;
	bounds?: {entries: number; bytes: number};
};

type KeptAnswer = {atMs: number; bytes: number};

const usualBounds = {entries: 5000, bytes: 50_000_000};

/** The folder of the cache; null without a home folder. */
export function cacheFolder(env: Environment): string | null {
	const home = homeFolder('cache', env);
	return home && join(home, 'answers');
}

/**
 * Answers on disk, one file each, for seven days. Beyond the bounds the oldest are deleted. An answer that cannot be
 * written or read is skipped. A folder that is full or not writable causes one warning.
 */
export function createAnswerStore({folder, now, log, bounds = usualBounds}: StoreOptions): AnswerStore {
	const nameOf = (id: string) => `${id}.json`;
	let inventory: Promise<Map<string, KeptAnswer>> | null = null;
	let isWarned = false;

	function warn(error: unknown): void {
		if (systemCode(error) === null) throw error;
		if (!isWarned) log('WARNING', `Model answers cannot be cached in ${folder}: ${messageOf(error)}`);
		isWarned = true;
	}

	/** All files by name, the oldest first. Files that a crash left incomplete expire like the others. */
	async function takeStock(): Promise<Map<string, KeptAnswer>> {
		await ensureFolder(folder);
		const names = await readdir(folder);
		const found = await Promise.all(
			names.map(async (name): Promise<[string, KeptAnswer][]> => {
				const status = await stat(join(folder, name)).catch(() => null);
				return status?.isFile() ? [[name, {atMs: status.mtimeMs, bytes: status.size}]] : [];
			}),
		);
		return new Map(found.flat().sort(([, one], [, other]) => one.atMs - other.atMs));
	}

	async function dropOld(kept: Map<string, KeptAnswer>): Promise<void> {
		let bytes = kept.values().reduce((sum, entry) => sum + entry.bytes, 0);
		for (const [name, entry] of kept) {
			const isOver = kept.size > bounds.entries || bytes > bounds.bytes;
			if (!isOver && now() - entry.atMs <= answerLifeMs) return;
			kept.delete(name);
			bytes -= entry.bytes;
			await rm(join(folder, name), {force: true});
		}
	}

	async function write(id: string, reply: ModelReply): Promise<void> {
		inventory ??= takeStock();
		const kept = await inventory;
		const atMs = now();
		const text = JSON.stringify({atMs, reply} satisfies StoredAnswer);
		await replaceFile(join(folder, nameOf(id)), text, {
			async furnish(part, writeContent) {
				await writeContent();
				// Later runs read the age from it.
				await part.utimes(atMs / 1000, atMs / 1000);
			},
		});
		kept.delete(nameOf(id));
		kept.set(nameOf(id), {atMs, bytes: Buffer.byteLength(text)});
		await dropOld(kept);
	}

	return {
		async find(id) {
			const text = await readFile(join(folder, nameOf(id)), 'utf8').catch(error => {
				if (error.code !== 'ENOENT') warn(error);
				return null;
			});
			const entry = text === null ? null : parseJson(text);
			return hasShape(entry, storedAnswerShape) && isFresh(entry, now()) ? entry.reply : null;
		},
		keep: (id, reply) => write(id, reply).catch(warn),
	};
}
