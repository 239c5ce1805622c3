import {createHash} from 'node:crypto';
import {join} from 'node:path';
import * as z from 'zod/mini';
import type {FoundPull} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {homeFolder} from '../../system/environment.ts';
import {ifSystemError, systemCode} from '../../system/errors.ts';
import {acquireLock} from '../../system/lock.ts';
import {openLines, type RecordForm} from '../../system/records.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {keyOf} from './fleet-list.ts';
import type {FleetRecord} from './fleet-record.ts';
import {type EarlierProgress, type ProgressLine, readProgress, type SentRequests} from './progress-lines.ts';

/** How far the runs of a fleet have come, in a file of the state folder, so that another process can go on. */
export type FleetProgress = EarlierProgress & {
	/** When the fleet began, in milliseconds since the epoch: with the first of its processes. */
	begun: number;
	/** @param before what was done on it; null: nothing that was not known */
	begin: (pull: FoundPull, before: FleetRecord | null) => Promise<void>;
	/** @param run id of the run that has begun */
	made: (pull: FoundPull, run: string) => void;
	end: (pull: FoundPull, record: FleetRecord) => Promise<void>;
	/** What this process has sent to models since the last time. */
	send: (sent: SentRequests) => void;
	/** @param isWhole whether none was left to be taken */
	close: (isWhole: boolean) => Promise<void>;
};

/** For a fleet that keeps nothing. */
export const nothingKept = ({now}: Pick<Context, 'now'>): FleetProgress => ({
	begun: now(),
	known: new Map(),
	sent: [],
	begin: async () => {},
	made: () => {},
	end: async () => {},
	send: () => {},
	close: async () => {},
});

/**
 * Opens the progress of a fleet: a line that is on the disk before a run begins, and one after it has ended.
 * @param identity what makes it the same fleet; any JSON
 * @param isResumed false: what is known of an earlier one is dropped
 * @throws {Failure} usage `no-state-folder`, to resume without a home; failed `locked`, while another process applies it;
 * failed `newer-record`, `progress-unwritable`
 */
export async function openFleetProgress(
	identity: unknown,
	isResumed: boolean,
	context: Pick<Context, 'env' | 'now' | 'pid' | 'isAlive' | 'log'>,
): Promise<FleetProgress> {
	const home = homeFolder('state', context.env);
	if (home === null) {
		if (isResumed) throw nothingToResume();
		return nothingKept(context);
	}
	const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
	const folder = join(home, 'fleets', name);
	try {
		const lock = await acquireLock(folder, context.now(), context, 'applying this fleet');
		const file = await openProgressLines(join(folder, 'progress.jsonl'), isResumed, context).catch(
			async (error: unknown) => {
				await lock.release();
				throw error;
			},
		);
		const append = (line: ProgressLine, isFlushed = false) => file.append(line, isFlushed);
		return {
			...file.record,
			...readProgress(file.lines),
			begin: (pull, record) => append({key: keyOf(pull), pull, record}, true),
			made: (pull, run) => void append({key: keyOf(pull), run}).catch(ignoreSystem),
			// Of a line that is lost, nothing is done twice: its pull request is looked at again.
			end: (pull, record) => append({key: keyOf(pull), pull: null, record}).catch(ignoreSystem),
			send: sent => void append(sent).catch(ignoreSystem),
			close: async isWhole => {
				if (isWhole) await append('reported').catch(ignoreSystem);
				await file.close().finally(lock.release);
			},
		};
	} catch (error) {
		const code = systemCode(error);
		if (code === null) throw error;
		const message = `Cannot save the progress of the fleet in ${folder} (${code}).`;
		const remedy = 'Free disk space, or set XDG_STATE_HOME to a folder that you can write to.';
		throw new Failure('failed', 'progress-unwritable', message, remedy, {cause: error});
	}
}

/** How a fleet began, in milliseconds since the epoch: with the first of its processes. The lines on it follow. */
const form: RecordForm<{begun: number}> = {
	kind: 'fleet-progress',
	read: ifShaped(z.object({begun: countShape})),
};

async function openProgressLines(path: string, isResumed: boolean, {now, log}: Pick<Context, 'now' | 'log'>) {
	const fresh = {begun: now()};
	const file = await openLines(path, form, {fresh, goesOn: isResumed}, log);
	if (file.record !== fresh) await file.append('resumed' satisfies ProgressLine);
	return file;
}

const ignoreSystem = ifSystemError(() => {});

const nothingToResume = () =>
	new Failure(
		'usage',
		'no-state-folder',
		'--resume has nothing to resume: neither XDG_STATE_HOME nor HOME is set.',
		'Set HOME, or remove --resume.',
	);
