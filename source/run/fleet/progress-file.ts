import {createHash} from 'node:crypto';
import {open, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {homeFolder} from '../../system/environment.ts';
import {ifMissing, systemCode} from '../../system/errors.ts';
import {parseJson} from '../../system/json.ts';
import {hasFields, isAnything, isEither, isOneOf, isText} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {type FleetEntry, isOver} from './fleet-entry.ts';
import {type FleetPull, keyOf} from './fleet-list.ts';

/** How far the runs of a fleet have come, in a file of the state folder, so that another process can go on. */
export type FleetProgress = {
	/** Those whose run has ended, by key. */
	ended: ReadonlyMap<string, FleetEntry>;
	/** Of those, what no report of the whole fleet has had yet, because it was cut. */
	unreported: readonly FleetEntry[];
	/** Those whose run was cut, or has failed. */
	cut: readonly FleetPull[];
	begin: (pull: FleetPull) => Promise<void>;
	end: (pull: FleetPull, entry: FleetEntry) => Promise<void>;
	/** @param isWhole whether none was left to be taken */
	close: (isWhole: boolean) => Promise<void>;
};

/** For a fleet that writes nothing. */
export const nothingKept: FleetProgress = {
	ended: new Map(),
	unreported: [],
	cut: [],
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
		const known = isResumed ? readLines(await readFile(path, 'utf8').catch(ifMissing(''))) : readLines('');
		// Another process with the same fleet may append too.
		const handle = await open(path, 'a', 0o600);
		if (!isResumed) await handle.truncate();
		// A line that a crash has cut must not take the next one with it.
		const append = (line: Line) => handle.appendFile(`\n${JSON.stringify(line)}`);
		return {
			...known,
			begin: async pull => {
				await append({key: keyOf(pull), pull, entry: null});
				await handle.datasync();
			},
			// Of a line that is lost, nothing is done twice: its pull request is looked at again.
			end: (pull, entry) => append({key: keyOf(pull), pull: null, entry}).catch(ignoreSystem),
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

/** `reported`: all before it is in a report of the whole fleet. */
type Line = {key: string; pull: FleetPull | null; entry: FleetEntry | null} | 'reported';

const isEntry = hasFields<Pick<FleetEntry, 'headOid' | 'state'> & {exitCode: unknown; threads: unknown}>({
	headOid: isText,
	threads: isAnything,
	state: isOneOf('listed', 'quiet', 'done', 'failed', 'not-started'),
	exitCode: isAnything,
});

const isPull = hasFields<Pick<FleetPull, 'host' | 'owner' | 'name' | 'headOid'> & {number: unknown}>({
	host: isText,
	owner: isText,
	name: isText,
	headOid: isText,
	number: isAnything,
});

const isLine = hasFields<{key: string; pull: unknown; entry: unknown}>({
	key: isText,
	pull: isEither(isOneOf(null), isPull),
	entry: isEither(isOneOf(null), isEntry),
});

function readLines(text: string): Pick<FleetProgress, 'ended' | 'unreported' | 'cut'> {
	const [ended, cut] = [new Map<string, FleetEntry>(), new Map<string, FleetPull>()];
	const unreported = new Map<string, FleetEntry>();
	for (const line of text.split('\n')) {
		const read = parseJson(line);
		if (read === 'reported') unreported.clear();
		if (!isLine(read)) continue;
		const {key, pull, entry} = read as Exclude<Line, string>;
		ended.delete(key);
		unreported.delete(key);
		if (pull) cut.set(key, pull);
		// A run that failed or was stopped is taken again.
		if (entry?.state !== 'done' || !isOver(entry.exitCode)) continue;
		ended.set(key, entry);
		unreported.set(key, entry);
		cut.delete(key);
	}
	return {ended, unreported: [...unreported.values()], cut: [...cut.values()]};
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
