import {randomUUID} from 'node:crypto';
import {open, readFile, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {Failure} from '../failure.ts';
import {ensureFolder} from './ensure-folder.ts';
import {ifMissing, ifSystemError} from './errors.ts';
import {isObject, type JsonObject, parseJson} from './json.ts';
import {replaceFile, syncFolder} from './replace-file.ts';

/** The records that this program keeps in files, with the version of the form that it writes. Raise one if a form changes. */
const versions = {
	'benchmark-state': 2,
	counted: 1,
	decisions: 1,
	declines: 1,
	filter: 1,
	'fleet-progress': 1,
	ledger: 1,
	marks: 1,
	refusal: 1,
	rounds: 1,
	replies: 1,
	run: 2,
	speed: 1,
	spending: 1,
} as const;

export type RecordForm<T> = {
	kind: keyof typeof versions;
	/** Null for anything else. */
	read: (value: JsonObject) => T | null;
	/** Whether it has something that only a newer version can know. Default: no. */
	isNewer?: (value: JsonObject) => boolean;
};

/** `pr-resolve/run@1`, as each record of a kind says it of itself. */
export const schemaOf = (kind: keyof typeof versions) => `pr-resolve/${kind}@${versions[kind]}`;

/** What a text holds. `older`: of another version, or none; `damaged`: not all of it, or something else. */
type RecordRead<T> = {form: 'ours'; record: T} | {form: 'newer'; value: JsonObject} | {form: 'older' | 'damaged'};

export function readRecord<T>(text: string, {kind, read, isNewer}: RecordForm<T>): RecordRead<T> {
	const value = parseJson(text);
	if (!isObject(value)) return {form: 'damaged'};
	const [, version = 0] = (typeof value.schema === 'string' && /@(\d+)$/.exec(value.schema)) || [];
	if (Number(version) > versions[kind]) return {form: 'newer', value};
	if (value.schema !== schemaOf(kind)) return {form: 'older'};
	if (isNewer?.(value)) return {form: 'newer', value};
	const record = read(value);
	return record === null ? {form: 'damaged'} : {form: 'ours', record};
}

export const formatRecord = (kind: keyof typeof versions, record: object) =>
	`${JSON.stringify({schema: schemaOf(kind), ...record})}\n`;

/** Replaces a record so that it survives a power cut. The folder has to exist. */
export async function replaceRecord(path: string, kind: keyof typeof versions, record: object): Promise<void> {
	await replaceFile(path, formatRecord(kind, record));
	await syncFolder(dirname(path));
}

export type RecordFile<T> = {
	/** For what only reads: as `take`, but a record of a newer version is named and counts as none. */
	read: () => Promise<T | null>;
	/** For what may keep another one later; null if there is none that can be read. @throws {Failure} `newer-record` */
	take: () => Promise<T | null>;
	/** @throws as `takeRecord` */
	keep: (record: T) => Promise<void>;
	/** Removes the record. @throws as `takeRecord` */
	drop: () => Promise<void>;
};

type Log = (level: 'WARNING', message: string) => void;

/** @param path absolute; its folder is created if it is missing @param log as for `takeRecord` */
export function openRecord<T extends object>(path: string, form: RecordForm<T>, log: Log): RecordFile<T> {
	const take = () => takeRecord(path, form, log).catch(ifSystemError(() => null));
	return {
		take,
		read: () =>
			take().catch((error: unknown) => {
				if (!(error instanceof Failure)) throw error;
				log('WARNING', error.message);
				return null;
			}),
		async keep(record) {
			await ensureFolder(dirname(path));
			await takeRecord(path, form, log);
			await replaceRecord(path, form.kind, record);
		},
		async drop() {
			await takeRecord(path, form, log);
			await rm(path, {force: true});
		},
	};
}

/**
 * Opens a file with a record in its first line, and lines that are added to it.
 * @param fresh begins the file, if it has no record or does not go on
 * @throws as `takeRecord`
 */
export async function openLines<T extends object>(
	path: string,
	form: RecordForm<T>,
	{fresh, goesOn}: {fresh: T; goesOn: boolean},
	log: Log,
) {
	const kept = await takeRecord(path, form, log, firstLine);
	const record = (goesOn ? kept : null) ?? fresh;
	if (record === fresh) await replaceRecord(path, form.kind, fresh);
	const [, ...lines] = (await readFile(path, 'utf8')).split('\n').map(parseJson);
	const handle = await open(path, 'a');
	return {
		record,
		/** What its lines have; those that a crash has cut are skipped. */
		lines: lines.filter(line => line !== undefined),
		/** @param isFlushed whether the line is on the disk when this resolves */
		async append(line: unknown, isFlushed = false): Promise<void> {
			// A line that a crash has cut does not take the next one with it.
			await handle.appendFile(`\n${JSON.stringify(line)}`);
			if (isFlushed) await handle.datasync();
		},
		close: () => handle.close(),
	};
}

const firstLine = (text: string) => text.replace(/\n.*/s, '');

/**
 * The record in a file that may be written over after that; null if it has none.
 * @param log is told once if the file has another form, which is kept beside it
 * @param partOf the part of the file that has the record. Default: all of it
 * @throws {Failure} `newer-record`; the error of the system
 */
export async function takeRecord<T>(
	path: string,
	form: RecordForm<T>,
	log: Log,
	partOf = (text: string) => text,
): Promise<T | null> {
	const text = await readFile(path, 'utf8').catch(ifMissing(null));
	if (text === null) return null;
	const found = readRecord(partOf(text), form);
	if (found.form === 'ours') return found.record;
	if (found.form === 'newer') throw newerRecord(path);
	const aside = `${path}.${randomUUID()}.old`;
	await rename(path, aside).catch(ifMissing(undefined));
	log('WARNING', `${path} has a form that this version does not read. It is kept as ${aside}`);
	return null;
}

/** Nothing may be written over what a newer version can read. @param what that it has written */
export const newerRecord = (what: string) =>
	new Failure(
		'failed',
		'newer-record',
		`A newer version of pr-resolve has written ${what}.`,
		'Use that version, or a later one.',
	);
