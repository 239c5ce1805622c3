import {mkdir, readdir, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {PublicationStep} from '../delivery/steps/table.ts';
import {Failure} from '../failure.ts';
import {ensureFolder} from '../system/ensure-folder.ts';
import {ifMissing, ifSystemError, systemCode} from '../system/errors.ts';
import {lockOwner, type Processes} from '../system/lock.ts';
import {readRecord, replaceRecord} from '../system/records.ts';
import {syncFolder} from '../system/replace-file.ts';
import {readBytes} from './file.ts';
import {readImage, runFileOf, writeImages} from './images.ts';
import {isUnpushed, openSteps, withStep} from './publication.ts';
import {findRun, newestFirst, readable, runIdOf} from './run-id.ts';
import {
	type BrokenRun,
	isChanged,
	onTrial,
	type Refused,
	type Run,
	type RunRecord,
	type RunStatus,
	type RunSummary,
	runForm,
} from './run-record.ts';
import type {FileEdit} from './write.ts';

export type Journal = {
	/** Flushes both images of every file to disk, then the record. Returns the run's id. */
	begin: (run: NewRun) => Promise<string>;
	/** Marks an earlier run as in progress again, under the lock of `owner`. */
	reopen: (id: string, owner: string, phase: 'writing' | 'undoing') => Promise<void>;
	/** Changes the record of a run in progress, and saves contents that it is going to write. */
	revise: (id: string, changes: Partial<RunRecord>, contents?: Iterable<Buffer>) => Promise<void>;
	/** Files that are left as they were before the run are no part of it; without any other, it counts as undone. */
	finish: (id: string, result: {written: string[]; refused: Refused[]}) => Promise<void>;
	markUndone: (id: string, phase: 'undone' | 'partly-undone') => Promise<void>;
	/** Records steps after writing: replaces those with their keys, or adds them. They are on disk when this resolves. */
	recordStep: (id: string, ...steps: PublicationStep[]) => Promise<void>;
	/** Deletes the record of a run that changed nothing. */
	discard: (id: string) => Promise<void>;
	/** Newest first. */
	list: () => Promise<(Run | BrokenRun)[]>;
	/** The same without those that are broken. */
	listReadable: () => Promise<Run[]>;
	/** Interrupted runs, newest first. @throws {Failure} `newer-record` if a newer version has left one */
	interrupted: () => Promise<Run[]>;
	/** The run with this id, or the only one whose id starts with it. @throws as `findRun` and `readable` */
	read: (idOrPrefix: string) => Promise<Run>;
	/** Absolute path of what is kept of a run. */
	folderOf: (id: string) => string;
	/** The content with a hash of the record. */
	image: (id: string, hash: string) => Promise<Buffer>;
};

export type NewRun = RunSummary & {
	/** When it began, in milliseconds since the epoch. */
	now: number;
	/** `[a-z0-9]+`. */
	randomId: string;
	/** Owner of the lock under which it writes. */
	owner: string;
	files?: readonly FileEdit[];
	/** Files that are known to be refused. */
	refused?: Refused[];
	/** Whether the files stay on trial until they are verified. */
	isTrial?: boolean;
	/** Whether it writes no file here, so that it is complete as soon as it is recorded. */
	isComplete?: boolean;
};

/** Older runs are deleted, except those with a commit that was not pushed, a step that is not done, or a record that cannot be read. */
const runsKept = 50;

function isPast(run: Run | BrokenRun): boolean {
	if (run.state === 'broken') return run.form === null;
	if (run.state === 'running' || run.state === 'interrupted') return false;
	return openSteps(run).length === 0 && (run.phase === 'undone' || !isUnpushed(run));
}

/** Reports why earlier runs cannot be read, usually because another user wrote them. */
export function throwUnreadable(error: unknown, folder: string): never {
	const code = systemCode(error);
	if (code === null) throw error;
	const isForeign = code === 'EACCES' || code === 'EPERM';
	throw new Failure(
		'failed',
		'journal-unreadable',
		`The history of runs in ${folder} cannot be read (${code}).`,
		isForeign
			? `It belongs to another user, perhaps because of sudo. Take ownership: sudo chown -R "$(id -un)" '${folder}'`
			: `It is not a pr-resolve folder. Check it, then delete it: rm -r '${folder}'`,
		{cause: error},
	);
}

const isUnderWay = (phase: unknown): phase is 'writing' | 'undoing' => phase === 'writing' || phase === 'undoing';

/** An unfinished run is running if its lock is held, otherwise interrupted. */
function stateOf({phase, owner}: RunRecord, owners: readonly (string | null)[]): RunStatus {
	if (isUnderWay(phase)) return owners.includes(owner) ? 'running' : 'interrupted';
	return phase;
}

/**
 * The record of all runs in a working tree, in `runs/<id>/` of their folder: `run.json`, and the files before and after,
 * by hash. Comparing these with the disk shows what an interrupted run wrote.
 *
 * @param records absolute path of that folder
 */
export function openJournal(records: string, processes: Processes): Journal {
	const runs = join(records, 'runs');
	const headOf = (id: string) => join(runs, id, 'run.json');
	const imagesOf = (id: string) => join(runs, id, 'images');

	const save = (record: RunRecord) => replaceRecord(headOf(record.id), 'run', record);
	const load = async (id: string): Promise<RunRecord | BrokenRun> => {
		const bytes = await readBytes(headOf(id)).catch(ifSystemError(code => ({code})));
		if ('code' in bytes) {
			const {code} = bytes;
			const isCutOff = code === 'ENOENT';
			const reason = isCutOff
				? 'it has no record because it ended before it changed a file'
				: `its record cannot be read (${code})`;
			return {id, state: 'broken', form: isCutOff ? null : 'damaged', reason};
		}
		const found = readRecord(bytes.toString(), runForm);
		if (found.form === 'ours' && found.record.id === id) return found.record;
		const form = found.form === 'ours' ? 'damaged' : found.form;
		const other = `${form === 'newer' ? 'a newer' : 'an older'} version of pr-resolve has written its record`;
		const reason = form === 'damaged' ? 'its record is damaged' : other;
		const isOpen = found.form === 'newer' && isUnderWay(found.value.phase);
		return {id, state: 'broken', form, reason, isOpen};
	};
	const list = () => listRuns().catch(error => throwUnreadable(error, records));
	const listRuns = async (): Promise<(Run | BrokenRun)[]> => {
		const entries = await readdir(runs, {withFileTypes: true}).catch(ifMissing([]));
		const folders = entries.filter(entry => entry.isDirectory());
		// Before and after: a run that starts or ends during the read must not look interrupted.
		const ownerBefore = await lockOwner(records, processes);
		const found = await Promise.all(folders.map(entry => load(entry.name)));
		const owners = [ownerBefore, await lockOwner(records, processes)];
		const all = found.map(run => ('state' in run ? run : {...run, state: stateOf(run, owners)}));
		return all.sort(newestFirst);
	};
	const change = async (id: string, changes: Partial<RunRecord>) => {
		await save({...readable(await load(id), runs), ...changes});
	};
	const discard = async (id: string) => {
		// The record is deleted first, so that every run with a record has its images.
		await rm(headOf(id), {force: true});
		await rm(join(runs, id), {recursive: true, force: true});
	};
	const prune = async () => {
		const old = (await list()).slice(runsKept - 1);
		for (const run of old) {
			if (isPast(run)) await discard(run.id);
		}
	};

	return {
		begin: async ({now, randomId, owner, files = [], refused = [], isTrial, isComplete, ...summary}) => {
			const id = runIdOf(now, randomId);
			await prune();
			await ensureFolder(runs);
			await mkdir(join(runs, id), {mode: 0o700});
			try {
				await writeImages(
					imagesOf(id),
					files.flatMap(file => [file.before, file.after]),
				);
				const recorded = files.map(runFileOf);
				const images = isTrial ? recorded.map(onTrial) : recorded;
				const fresh = {id, time: new Date(now).toISOString(), edits: [], publication: [], ...summary};
				const written = isComplete ? files.map(({path}) => path) : [];
				await save({...fresh, phase: isComplete ? 'done' : 'writing', owner, files: images, written, refused});
				for (const folder of [runs, records, dirname(records)]) await syncFolder(folder);
			} catch (error) {
				await discard(id);
				throw error;
			}
			return id;
		},
		reopen: (id, owner, phase) => change(id, {owner, phase}),
		async revise(id, changes, contents = []) {
			await writeImages(imagesOf(id), contents);
			await change(id, changes);
		},
		async finish(id, {written, refused}) {
			const files = readable(await load(id), runs).files.filter(isChanged);
			await change(id, {
				phase: files.length > 0 ? 'done' : 'undone',
				files: files.map(({trials: _, ...file}) => file),
				written: written.filter(path => files.some(file => file.path === path)),
				refused,
			});
		},
		markUndone: (id, phase) => change(id, {phase}),
		recordStep: async (id, ...steps) => {
			const {publication} = readable(await load(id), runs);
			await change(id, {publication: steps.reduce(withStep, publication)});
		},
		discard,
		list,
		listReadable: async () => (await list()).filter(run => run.state !== 'broken'),
		async interrupted() {
			const all = await list();
			for (const run of all) if (run.state === 'broken' && run.isOpen) readable(run, runs);
			return all.filter((run): run is Run => run.state === 'interrupted');
		},
		read: async wanted => readable(findRun(await list(), wanted), runs),
		folderOf: id => join(runs, id),
		image: (id, hash) => readImage(imagesOf(id), hash),
	};
}
