import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import * as z from 'zod/mini';
import {Failure} from '../../failure.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {type Environment, homeFolder} from '../../system/environment.ts';
import {messageOf} from '../../system/errors.ts';
import {formatRecord, newerRecord, type RecordForm, readRecord} from '../../system/records.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import {type OwnEntry, openEntries} from './entries.ts';
import type {Ledger, Sums} from './ledger.ts';

export type FileLedgerOptions = {
	/** Absolute path; created if missing. */
	folder: string;
	period: 'day' | 'month';
	/** Unique name of this run: `[a-z0-9-]+`. */
	run: string;
	pid: number;
	isAlive: (pid: number) => boolean;
	now: () => number;
};

type Entry = Sums & {pid: number; atMs: number; isClosed: boolean};

/** A reservation that is older than this will never be settled. */
const longestReservationMs = 10 * 60_000;

/** The folder of the ledgers; null without a home folder. */
export function ledgerFolder(env: Environment): string | null {
	const home = homeFolder('state', env);
	return home && join(home, 'budget');
}

/**
 * A ledger that all runs of a user share, by days or months in UTC. Each run has a file of its own, which holds what it
 * settled and reserved. The file of a run that died keeps its reservations.
 */
export function fileLedger(options: FileLedgerOptions): Ledger {
	const digits = {day: 'yyyy-mm-dd', month: 'yyyy-mm'}[options.period].length;
	const pages = new Map<string, Promise<OwnEntry>>();
	return {
		isShared: false,
		page() {
			const period = new Date(options.now()).toISOString().slice(0, digits);
			const page = pages.get(period) ?? openFilePage(join(options.folder, `${options.period}-${period}`), options);
			pages.set(period, page);
			return page;
		},
		async close() {
			for (const opened of await Promise.allSettled(pages.values())) {
				// One that could not be opened was not spent from.
				if (opened.status === 'fulfilled') await opened.value.close();
			}
		},
	};
}

async function openFilePage(folder: string, options: FileLedgerOptions): Promise<OwnEntry> {
	const {save, others} = filesIn(folder, options);
	try {
		await ensureFolder(folder);
		await removeOld(options, folder);
		await dropOldPages(folder, options.now());
		await save({settled: 0, reserved: 0}, false);
	} catch (error) {
		throw unusableLedger(folder, error);
	}
	return openEntries({write: save, others});
}

/** The files of all runs of a period. */
function filesIn(folder: string, {run, pid, isAlive, now}: FileLedgerOptions) {
	const name = `${run}.json`;
	/** Runs that are over, by the names of their files. */
	const closed = new Map<string, Sums>();
	let last: Promise<void> = Promise.resolve();

	async function read(file: string): Promise<Sums> {
		const known = closed.get(file);
		if (known) return known;
		const {settled, reserved, isClosed, ...entry} = await readEntry(join(folder, file));
		const isHeld = !isClosed && isAlive(entry.pid) && now() - entry.atMs < longestReservationMs;
		const sums = isHeld ? {settled, reserved} : {settled: settled + reserved, reserved: 0};
		// Only these are final: a process that seems dead may run in another container.
		if (isClosed) closed.set(file, sums);
		return sums;
	}

	return {
		save(sums: Sums, isClosed: boolean): Promise<void> {
			const entry: Entry = {settled: sums.settled, reserved: sums.reserved, pid, atMs: now(), isClosed};
			const saved = last.then(async () => {
				await replaceFile(join(folder, name), formatRecord(form.kind, entry));
			});
			last = saved.catch(() => {});
			return saved.catch(error => {
				throw unusableLedger(folder, error);
			});
		},
		async others(): Promise<Sums> {
			const files = await readdir(folder).catch(error => {
				throw unusableLedger(folder, error);
			});
			const sums = await Promise.all(files.filter(file => file.endsWith('.json') && file !== name).map(read));
			return sums.reduce(add, {settled: 0, reserved: 0});
		},
	};
}

const add = (one: Sums, other: Sums): Sums => ({
	settled: one.settled + other.settled,
	reserved: one.reserved + other.reserved,
});

const form: RecordForm<Entry> = {
	kind: 'spending',
	read: ifShaped(
		z.object({settled: countShape, reserved: countShape, pid: z.number(), atMs: z.number(), isClosed: z.boolean()}),
	),
};

async function readEntry(path: string): Promise<Entry> {
	const text = await readFile(path, 'utf8').catch(error => {
		throw unreadableLedger(path, error);
	});
	const found = readRecord(text, form);
	if (found.form === 'ours') return found.record;
	// An unknown sum must not count as zero.
	throw found.form === 'newer' ? newerRecord(path) : unreadableLedger(path);
}

/** Those of the period before are kept: a run that began in it may still settle there. */
async function removeOld({folder, period}: FileLedgerOptions, current: string): Promise<void> {
	const own = (await readdir(folder)).filter(name => name.startsWith(`${period}-`) && /^[a-z]+-[\d-]+$/.test(name));
	// A wrong clock may have left periods that are still to come: keep those.
	const before = own.filter(name => name < basename(current)).sort();
	for (const name of before.slice(0, -1)) {
		const path = join(folder, name);
		if (!(await holdsNewer(path))) await rm(path, {recursive: true, force: true});
	}
}

/** What a newer version can read is never removed. */
async function holdsNewer(folder: string): Promise<boolean> {
	const files = (await readdir(folder)).filter(file => file.endsWith('.json'));
	const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8').catch(() => '')));
	return texts.some(text => readRecord(text, form).form === 'newer');
}

/** Deletes partial files of runs that were killed while writing; a live run needs its own only for a moment. */
async function dropOldPages(folder: string, now: number): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith('.new')) continue;
		const path = join(folder, name);
		const written = await stat(path).catch(() => null);
		if (written && now - written.mtimeMs > longestReservationMs) await rm(path, {force: true});
	}
}

function unusableLedger(folder: string, cause: unknown): Failure {
	return new Failure(
		'failed',
		'ledger-unusable',
		`The budget ledger cannot be stored in ${folder}: ${messageOf(cause)}`,
		'Make the folder writable, or pass --set llm.budget_period=run.',
		{cause},
	);
}

function unreadableLedger(path: string, cause?: unknown): Failure {
	return new Failure(
		'failed',
		'ledger-unreadable',
		`${path}: this file of the budget ledger cannot be read.`,
		"That run's spending is unknown. Delete the file to count it as $0.",
		{cause},
	);
}
