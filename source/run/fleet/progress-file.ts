import {createHash} from 'node:crypto';
import {open, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {homeFolder} from '../../system/environment.ts';
import {ifMissing, systemCode} from '../../system/errors.ts';
import {parseJson} from '../../system/json.ts';
import {hasFields, isAnything, isCount, isEither, isListOf, isOneOf, isText, orNull} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {type FleetEntry, isOver} from './fleet-entry.ts';
import {type FleetPull, keyOf} from './fleet-list.ts';
import type {FleetRecord} from './fleet-record.ts';
import type {Seen} from './seen.ts';

/** How far the runs of a fleet have come, in a file of the state folder, so that another process can go on. */
export type FleetProgress = {
	/** What earlier processes have begun or ended, by key. */
	known: ReadonlyMap<string, KnownPull>;
	begin: (pull: FleetPull) => Promise<void>;
	end: (pull: FleetPull, record: FleetRecord) => Promise<void>;
	/** @param isWhole whether none was left to be taken */
	close: (isWhole: boolean) => Promise<void>;
};

export type KnownPull = {
	/** What its last run came to; null if none has ended. */
	record: FleetRecord | null;
	/** The pull request, if a run was cut since, failed or was stopped; otherwise null. */
	cut: FleetPull | null;
	/** Whether a report of the whole fleet has had the record. */
	isReported: boolean;
};

/** For a fleet that writes nothing. */
export const nothingKept: FleetProgress = {
	known: new Map(),
	begin: async () => {},
	end: async () => {},
	close: async () => {},
};

/**
 * Opens the progress of a fleet: a line that is on the disk before a run begins, and one after it has ended.
 * @param identity what makes it the same fleet; any JSON
 * @param isResumed false: what is known of an earlier one is dropped
 * @throws {Failure} usage `no-state-folder`, to resume without a home; failed `progress-unwritable`
 */
export async function openFleetProgress(
	identity: unknown,
	isResumed: boolean,
	{env}: Pick<Context, 'env'>,
): Promise<FleetProgress> {
	const home = homeFolder('state', env);
	if (home === null) {
		if (isResumed) throw nothingToResume();
		return nothingKept;
	}
	const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
	const folder = join(home, 'fleets');
	const path = join(folder, `${name}.jsonl`);
	try {
		await ensureFolder(folder);
		const known = isResumed ? readLines(await readFile(path, 'utf8').catch(ifMissing(''))) : new Map();
		// Another process with the same fleet may append too.
		const handle = await open(path, 'a', 0o600);
		if (!isResumed) await handle.truncate();
		// A line that a crash has cut must not take the next one with it.
		const append = (line: Line) => handle.appendFile(`\n${JSON.stringify(line)}`);
		return {
			known,
			begin: async pull => {
				await append({key: keyOf(pull), pull, record: null});
				await handle.datasync();
			},
			// Of a line that is lost, nothing is done twice: its pull request is looked at again.
			end: (pull, record) => append({key: keyOf(pull), pull: null, record}).catch(ignoreSystem),
			close: async isWhole => {
				if (isWhole) await append('reported').catch(ignoreSystem);
				await handle.close();
			},
		};
	} catch (error) {
		const code = systemCode(error);
		if (code === null) throw error;
		const message = `Cannot save the progress of the fleet in ${path} (${code}).`;
		const remedy = 'Free disk space, or set XDG_STATE_HOME to a folder that you can write to.';
		throw new Failure('failed', 'progress-unwritable', message, remedy, {cause: error});
	}
}

/** A run that begins, or the end of one. `reported`: all before it is in a report of the whole fleet. */
type Line = {key: string; pull: FleetPull; record: null} | {key: string; pull: null; record: FleetRecord} | 'reported';

const isEntry = hasFields<Pick<FleetEntry, 'headOid' | 'state'> & {exitCode: unknown}>({
	headOid: isText,
	state: isOneOf('done'),
	exitCode: isAnything,
});

const isSeen = hasFields<Seen>({updatedAt: isText, threads: isCount, others: isCount, comments: orNull(isText)});

const isRecord = hasFields<{entry: unknown; applied: string[]; seen: Seen | null}>({
	entry: isEntry,
	applied: isListOf(isText),
	seen: orNull(isSeen),
});

const isPull = hasFields<Pick<FleetPull, 'host' | 'owner' | 'name' | 'headOid'> & {number: unknown}>({
	host: isText,
	owner: isText,
	name: isText,
	headOid: isText,
	number: isAnything,
});

const isLine = isEither(
	hasFields<{key: string; pull: unknown; record: null}>({key: isText, pull: isPull, record: isOneOf(null)}),
	hasFields<{key: string; pull: null; record: unknown}>({key: isText, pull: isOneOf(null), record: isRecord}),
);

function readLines(text: string): Map<string, KnownPull> {
	const all = new Map<string, KnownPull>();
	for (const line of text.split('\n')) {
		const read = parseJson(line);
		if (read === 'reported') for (const known of all.values()) known.isReported = true;
		if (!isLine(read)) continue;
		const {key, pull, record} = read as Exclude<Line, string>;
		const known = all.get(key) ?? {record: null, cut: null, isReported: false};
		if (pull) all.set(key, {...known, cut: pull});
		else all.set(key, {record, cut: isOver(record.entry.exitCode) ? null : known.cut, isReported: false});
	}
	return all;
}

function ignoreSystem(error: unknown): void {
	if (systemCode(error) === null) throw error;
}

const nothingToResume = () =>
	new Failure(
		'usage',
		'no-state-folder',
		'--resume has nothing to go on from: neither XDG_STATE_HOME nor HOME is set.',
		'Set HOME, or remove --resume.',
	);
