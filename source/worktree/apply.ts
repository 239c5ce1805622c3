import {Failure} from '../failure.ts';
import {inspect} from './inspect.ts';
import {locateFile} from './path.ts';
import {refuse} from './refusal.ts';
import {continueCommand} from './run-id.ts';
import {isChanged, type Refused, type RunRecord, type RunSummary} from './run-record.ts';
import {
	keepingRecord,
	nothingChanged,
	sweep,
	underLock,
	type WriteResult,
	type WriteTarget,
	writeEach,
} from './transaction.ts';
import type {FileEdit} from './write.ts';

/** The failure of a command that writes while an earlier run is interrupted. */
export function interruptedFailure(run: RunRecord): Failure {
	const what = run.phase === 'undoing' ? 'Undoing the run' : 'The run';
	return new Failure(
		'failed',
		'interrupted-run',
		`${what} ${run.id} (${run.pullRequest}) was interrupted; some of its files may have been written.`,
		run.phase === 'undoing'
			? `Undo the rest with: pr-resolve undo ${run.id}`
			: `Undo it with: pr-resolve undo ${run.id}, or finish it with: ${continueCommand(run.id)}`,
	);
}

const canBeUndone = (id: string) => `Its files were written; undo them with: pr-resolve undo ${id}`;

/**
 * Writes files as one run that can be undone. Before the first file changes, all contents before and after are flushed to
 * the journal. A file that cannot be written is refused; the others are still written.
 *
 * @param target `isTrial`: a verification follows (`inTrialTree`), and without it the run counts as interrupted; default: no.
 * `lookFirst` is called as the only writer right before the first byte; if it throws, nothing is written
 * @throws {Failure} `locked`, `interrupted-run`, `journal-unwritable`; nothing was changed unless the message says so
 */
export async function writeFiles(
	target: WriteTarget & {
		run: RunSummary;
		files: readonly FileEdit[];
		isTrial?: boolean;
		lookFirst?: () => Promise<void>;
	},
): Promise<WriteResult> {
	const {root, records, run, files, isTrial = false, lookFirst} = target;
	return underLock(target, async (lock, journal) => {
		const [interrupted] = await journal.interrupted();
		if (interrupted) throw interruptedFailure(interrupted);

		const refused: Refused[] = [];
		const ready: FileEdit[] = [];
		for (const file of files) {
			const place = await locateFile(root, file.path);
			if (place.kind === 'safe') ready.push(file);
			else refused.push({path: file.path, code: place.code, reason: place.reason});
		}
		if (ready.length === 0) return {id: null, written: [], refused, left: []};
		await lookFirst?.();

		const fresh = {now: target.now(), randomId: target.randomId(), owner: lock.owner, files: ready, refused, isTrial};
		const id = await keepingRecord(records, nothingChanged, () => journal.begin({...run, ...fresh}));
		const result = await writeEach(target, id, ready);
		refused.push(...result.refused);
		if (result.written.length === 0) {
			await journal.discard(id);
			return {...result, id: null, refused};
		}
		if (result.left.length === 0) {
			const end = {written: result.written, refused};
			await keepingRecord(records, canBeUndone(id), () =>
				isTrial ? journal.revise(id, end) : journal.finish(id, end),
			);
		}
		return {...result, id, refused};
	});
}

/**
 * Finishes an interrupted run: writes the files that are still as they were before it. Files edited since then are refused.
 * `written` contains all files of the run that now have their new content; `id` is null if the run was interrupted while it
 * was verified, and nothing had passed: then its files are as before it.
 *
 * @param target `id` is a run's id or a unique start of one
 * @throws {Failure} `locked`, `unknown-run`, `ambiguous-run`, `broken-run`, `journal-damaged`, `journal-unwritable`
 */
export async function continueWriting(target: WriteTarget & {id: string}): Promise<WriteResult> {
	const {root, records} = target;
	return underLock(target, async (lock, journal) => {
		const run = await journal.read(target.id);
		const {id} = run;
		await sweep(root, run);
		const written: string[] = [];
		const refused = run.refused.filter(({path}) => !run.files.some(file => file.path === path));
		const edits: FileEdit[] = [];
		for (const {file, state, hash} of await inspect(root, run)) {
			const {path} = file;
			if (state === 'after') written.push(path);
			else if (hash !== null && state !== 'edited') {
				edits.push({path, before: await journal.image(id, hash), after: await journal.image(id, file.after)});
			} else {
				const {code, reason} = refuse(state === 'missing' ? 'missing' : 'changed');
				refused.push({path, code, reason});
			}
		}
		await keepingRecord(records, nothingChanged, () => journal.reopen(id, lock.owner, 'writing'));
		const result = await writeEach(target, id, edits);
		written.push(...result.written);
		refused.push(...result.refused);
		if (result.left.length === 0) {
			await keepingRecord(records, canBeUndone(id), () => journal.finish(id, {written, refused}));
		}
		const standing = new Set(run.files.flatMap(file => (isChanged(file) ? [file.path] : [])));
		const isLeft = standing.size > 0;
		return {id: isLeft ? id : null, written: written.filter(path => standing.has(path)), refused, left: result.left};
	});
}

/**
 * Undoes a run by writing the contents that the caller computed, with the same safety as `writeFiles`. Marks the run undone,
 * or partly undone if a file was refused or `skipped`. It can be repeated after a crash: the caller first compares the
 * files with the disk (`inspect`) and passes those that are left to restore.
 *
 * @param target `skipped` are files of the run that the caller could not compute
 * @throws {Failure} `locked`, `unknown-run`, `ambiguous-run`, `broken-run`, `journal-unwritable`
 */
export async function restoreFiles(
	target: WriteTarget & {id: string; files: readonly FileEdit[]; skipped: readonly Refused[]},
): Promise<WriteResult> {
	const {root, records, files, skipped} = target;
	return underLock(target, async (lock, journal) => {
		const run = await journal.read(target.id);
		await sweep(root, run);
		await keepingRecord(records, nothingChanged, () => journal.reopen(run.id, lock.owner, 'undoing'));
		const result = await writeEach(target, run.id, files);
		const refused = [...skipped, ...result.refused];
		if (result.left.length === 0) {
			await keepingRecord(records, 'Its files were restored.', () =>
				journal.markUndone(run.id, refused.length > 0 ? 'partly-undone' : 'undone'),
			);
		}
		return {...result, id: run.id, refused};
	});
}
