import {readBytes} from './file.ts';
import {hashOf} from './images.ts';
import {locateFile} from './path.ts';
import {refusalOf} from './refusal.ts';
import type {RunFile, RunRecord} from './run-record.ts';

/** How a file on disk compares with its contents before and after a run. */
export type FileState = 'before' | 'after' | 'edited' | 'missing';

async function inspectedState(root: string, file: RunFile): Promise<FileState> {
	const place = await locateFile(root, file.path);
	if (place.kind === 'refused') return place.code === 'missing' ? 'missing' : 'edited';
	try {
		const hash = hashOf(await readBytes(place.path));
		if (hash === file.after) return 'after';
		return hash === file.before ? 'before' : 'edited';
	} catch (error) {
		return refusalOf(error).code === 'missing' ? 'missing' : 'edited';
	}
}

/** Compares the files of a run with the disk, in the order of the record: what an interrupted run really wrote. */
export async function inspect(root: string, run: RunRecord): Promise<{file: RunFile; state: FileState}[]> {
	const states: {file: RunFile; state: FileState}[] = [];
	for (const file of run.files) states.push({file, state: await inspectedState(root, file)});
	return states;
}
