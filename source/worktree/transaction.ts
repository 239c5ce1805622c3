import {rm} from 'node:fs/promises';
import {dirname, join, posix} from 'node:path';
import {advise, again, Failure} from '../failure.ts';
import {systemCode} from '../system/errors.ts';
import {gather} from '../system/gather.ts';
import {acquireLock, type Lock} from '../system/lock.ts';
import {syncFolder} from '../system/replace-file.ts';
import {copyAttributes} from './attributes.ts';
import {hashOf} from './images.ts';
import {type Journal, openJournal} from './journal.ts';
import {locateFile} from './path.ts';
import {refusalOf} from './refusal.ts';
import type {Refused, RunRecord} from './run-record.ts';
import {type FileEdit, type WriteSteps, writeFile} from './write.ts';

/** The records that only one run at a time may write to, and its environment. */
export type RecordTarget = {
	/** Absolute path of their folder. */
	records: string;
	/** Milliseconds since the epoch. */
	now: () => number;
	/** `[a-z0-9]+`. */
	randomId: () => string;
	pid: number;
	isAlive: (pid: number) => boolean;
	/** Checked between files. */
	signal: AbortSignal;
	/** If the run already is the only writer. */
	lock?: Lock;
};

/** The working tree to write to. */
export type WriteTarget = RecordTarget & {
	/** Absolute path of the working tree. */
	root: string;
};

export type WriteResult = {
	/** The run that can be undone; null if nothing was written. */
	id: string | null;
	/** Paths that have their new content. */
	written: string[];
	refused: Refused[];
	/** Paths not tried because the signal aborted. A run with an id is then interrupted: continue or undo it. */
	left: string[];
};

/** Unique for a run and file, so that `sweep` finds what an interrupted run left behind. */
const temporaryName = (id: string, path: string) => `.pr-resolve-${id}-${hashOf(Buffer.from(path)).slice(0, 12)}.tmp`;

/** Each one mostly waits for the disk. They share the process that copies attributes. */
const filesAtATime = 16;

/** Reports a full disk or a missing permission in the folder of the records as a failure. */
export async function keepingRecord<T>(records: string, consequence: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const isUnread = error instanceof Failure && error.code === 'broken-run';
		const code = systemCode(error);
		if (code === null && !isUnread) throw error;
		const what = isUnread ? error.message : `The run could not be recorded under ${records} (${code}).`;
		throw new Failure(
			'failed',
			'journal-unwritable',
			`${what} ${consequence}`,
			advise`Free disk space or make that folder writable, then ${again}.`,
			{cause: error},
		);
	}
}

export const nothingChanged = 'No file was changed.';

/** Makes this run the only writer. @throws {Failure} `locked`, `journal-unwritable` */
export const takeLock = (target: RecordTarget): Promise<Lock> =>
	keepingRecord(target.records, nothingChanged, () => acquireLock(target.records, target.now(), target));

/** Runs `work` as the only writer. @throws {Failure} as `takeLock` */
export async function underLock<T>(
	target: RecordTarget,
	work: (lock: Lock, journal: Journal) => Promise<T>,
): Promise<T> {
	const journal = openJournal(target.records, target);
	if (target.lock) return work(target.lock, journal);
	const lock = await takeLock(target);
	try {
		return await work(lock, journal);
	} finally {
		await lock.release();
	}
}

/**
 * Writes each file that can be written, and flushes the folders once at the end. Prepares a few files at a time, and
 * replaces them one after the other, in order, until the signal aborts.
 */
export async function writeEach(
	target: WriteTarget,
	id: string,
	edits: readonly FileEdit[],
): Promise<Omit<WriteResult, 'id'>> {
	const written: string[] = [];
	const refused: Refused[] = [];
	const left: string[] = [];
	let isStopped = false;
	let previous: Promise<unknown> = Promise.resolve();
	const replaceInTurn = async (edit: FileEdit, copy: Required<WriteSteps>['copy']) => {
		if (isStopped) return null;
		let isLeft = false;
		const before = previous;
		const {promise, resolve: done} = Promise.withResolvers<void>();
		previous = before.then(() => promise);
		const confirm = async () => {
			await before;
			isStopped ||= target.signal.aborted;
			isLeft = isStopped;
			return !isLeft;
		};
		const steps = {copy, confirm};
		const result = await writeFile(target.root, edit, temporaryName(id, edit.path), steps).finally(done);
		return isLeft ? null : result;
	};
	const results: Awaited<ReturnType<typeof replaceInTurn>>[] = [];
	for (let start = 0; start < edits.length; start += filesAtATime) {
		const group = edits.slice(start, start + filesAtATime);
		const tasks = group.map(edit => (copy: Required<WriteSteps>['copy']) => replaceInTurn(edit, copy));
		results.push(...(await gather(tasks, copyAttributes)));
	}
	for (const [index, {path}] of edits.entries()) {
		const result = results[index];
		if (!result) left.push(path);
		else if (result.kind === 'written') written.push(path);
		else refused.push({path, code: result.code, reason: result.reason});
	}
	const folders = new Set(written.map(path => dirname(join(target.root, path))));
	for (const folder of folders) {
		await syncFolder(folder).catch((error: unknown) => {
			// The content is flushed; only the folder's entry is not, if the folder may not be opened.
			refusalOf(error);
		});
	}
	return {written, refused, left};
}

/** Removes the temporary files of an interrupted run. */
export async function sweep(root: string, run: RunRecord): Promise<void> {
	for (const {path} of run.files) {
		const place = await locateFile(root, posix.join(posix.dirname(path), temporaryName(run.id, path)));
		if (place.kind === 'safe') await rm(place.path, {force: true});
	}
}
