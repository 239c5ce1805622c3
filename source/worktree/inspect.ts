import {readBytes} from './file.ts';
import {hashOf} from './images.ts';
import {locateFile} from './path.ts';
import {type RefusalCode, refusalOf} from './refusal.ts';
import type {RunFile, RunRecord} from './run-record.ts';

/**
 * How a file on disk compares with its contents before and after a run. `trial`: it is as the run wrote it to verify a part
 * of it.
 */
export type FileState = 'before' | 'after' | 'trial' | 'edited' | 'missing';

/** `hash`: of the content on disk; null if it cannot be read. */
export type Inspected = {file: RunFile; state: FileState; hash: string | null};

async function inspectFile(root: string, file: RunFile): Promise<Inspected> {
	const unread = (code: RefusalCode): Inspected => ({
		file,
		state: code === 'missing' ? 'missing' : 'edited',
		hash: null,
	});
	const place = await locateFile(root, file.path);
	if (place.kind === 'refused') return unread(place.code);
	try {
		const hash = hashOf(await readBytes(place.path));
		return {file, state: stateOfContent(hash, file), hash};
	} catch (error) {
		return unread(refusalOf(error).code);
	}
}

/** @param hash of the content */
export function stateOfContent(hash: string, {before, after, trials = []}: RunFile): FileState {
	if (hash === after) return 'after';
	if (hash === before) return 'before';
	return trials.includes(hash) ? 'trial' : 'edited';
}

/** Compares the files of a run with the disk, in the order of the record: what an interrupted run really wrote. */
export async function inspect(root: string, run: Pick<RunRecord, 'files'>): Promise<Inspected[]> {
	const found: Inspected[] = [];
	for (const file of run.files) found.push(await inspectFile(root, file));
	return found;
}
