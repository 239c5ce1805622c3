import {formatText, parseText} from '../../resolve/text.ts';
import {undoEdits} from '../../resolve/undo-edits.ts';
import {count} from '../../text/sentences.ts';
import {readFile, type TextFile} from '../../worktree/file.ts';
import {type Inspected, inspect} from '../../worktree/inspect.ts';
import type {Journal} from '../../worktree/journal.ts';
import type {Refusal} from '../../worktree/refusal.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {FileEdit} from '../../worktree/write.ts';

/** How to restore a file. `isWhole`: all changes of the run in it are undone. */
export type Restoration = {edit: FileEdit | null; isWhole: boolean; reason: string};

/** What has to be known of a run to restore its files. */
type WrittenRun = Pick<Run, 'id' | 'files' | 'refused'>;

/** The files of a run as they are now. */
export type FilesNow = {
	inspect: (run: WrittenRun) => Promise<Inspected[]>;
	/** The text of a file; otherwise why it must be left alone. */
	read: (path: string) => Promise<Pick<TextFile, 'kind' | 'bytes'> | Pick<Refusal, 'kind' | 'reason'>>;
};

/** @param root absolute path of the working tree */
export const filesOnDisk = (root: string): FilesNow => ({
	inspect: run => inspect(root, run),
	read: path => readFile(root, path),
});

/** How to restore each file that a run wrote, as the files are now. By path, in the order of the record. */
export async function planRestorations(
	run: WrittenRun,
	{journal, now}: {journal: Pick<Journal, 'image'>; now: FilesNow},
): Promise<Map<string, Restoration>> {
	const plans = new Map<string, Restoration>();
	const unwritten = new Set(run.refused.map(({path}) => path));
	for (const inspected of await now.inspect(run)) {
		const {path} = inspected.file;
		// The run did not write this file.
		if (!unwritten.has(path)) plans.set(path, await planRestoration(inspected, run, journal, now));
	}
	return plans;
}

async function planRestoration(
	{file, state, hash}: Inspected,
	run: WrittenRun,
	journal: Pick<Journal, 'image'>,
	now: FilesNow,
): Promise<Restoration> {
	const {path} = file;
	if (state === 'before') return {edit: null, isWhole: true, reason: 'as it was before the run'};
	if (state === 'missing') return {edit: null, isWhole: false, reason: 'the file no longer exists'};
	const before = await journal.image(run.id, file.before);
	// The first trial has all changes of the run.
	const made = state !== 'edited' && hash !== null ? hash : (file.trials?.[0] ?? file.after);
	const after = await journal.image(run.id, made);
	if (state !== 'edited') return {edit: {path, before: after, after: before}, isWhole: true, reason: ''};
	const today = await now.read(path);
	if (today.kind === 'refused') return {edit: null, isWhole: false, reason: today.reason};
	return takeBackEdits(path, before, after, today.bytes);
}

/** Takes the edits of the run out of a file that was edited since. */
function takeBackEdits(path: string, before: Buffer, after: Buffer, today: Buffer): Restoration {
	const textOf = (bytes: Buffer) => parseText(bytes.toString());
	const made = textOf(after);
	const {text, edits} = undoEdits(textOf(before), made, textOf(today));
	const {takenBack, left} = edits;
	const isWhole = left === 0;
	if (takenBack === 0 && isWhole) return {edit: null, isWhole, reason: 'already undone; later edits were kept'};
	if (takenBack === 0) return {edit: null, isWhole, reason: 'the lines of the run have been edited since'};
	const reason = isWhole
		? 'later edits were kept'
		: `kept ${left} of ${count(takenBack + left, 'edit')} of the run: these lines have been edited since`;
	return {edit: {path, before: today, after: Buffer.from(formatText(text))}, isWhole, reason};
}
