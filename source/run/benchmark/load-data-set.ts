import {readFile as readBytes} from 'node:fs/promises';
import {basename, dirname, extname, resolve} from 'node:path';
import {Failure} from '../../failure.ts';
import {parseText} from '../../resolve/text.ts';
import {hashOfJson} from '../../system/hash.ts';
import {count} from '../../text/sentences.ts';
import {readFile} from '../../worktree/file.ts';
import {type Complexity, type DataSet, type DataSetEntry, inTurns} from './data-set.ts';
import {readDataSet} from './read-data-set.ts';

/**
 * Reads a data set and its files. The files are in a folder next to it, with its name without `.json`, under
 * their paths, optionally with `.txt` appended so that tools ignore them. Without its file, an entry shows no code to
 * the models, and the answers can be judged only in part.
 *
 * @param shown its name in messages
 * @throws {Failure} usage `no-data-set`, `bad-data-set`, `empty-data-set`
 */
export async function loadDataSet(path: string, shown: string, only: Complexity | 'all'): Promise<DataSet> {
	const text = await readBytes(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
		const message = `Cannot read the data set ${shown} (${cause.code}).`;
		throw new Failure('usage', 'no-data-set', message, 'Pass a JSON file with --dataset, or omit the flag.', {cause});
	});
	const folder = resolve(dirname(path), basename(path, extname(path)));
	const bare = readDataSet(text, shown).filter(({complexity}) => only === 'all' || complexity === only);
	if (bare.length === 0) {
		const where = only === 'all' ? shown : `class ${only} of ${shown}`;
		throw new Failure(
			'usage',
			'empty-data-set',
			`No entries in ${where}.`,
			'Add entries, or choose another class with --complexity.',
		);
	}
	const files = new Map<string, readonly string[] | null>();
	for (const {path} of bare) if (!files.has(path)) files.set(path, await linesOf(folder, path));
	return finish(
		shown,
		bare.map(entry => ({...entry, file: files.get(entry.path) ?? null})),
	);
}

async function linesOf(folder: string, path: string): Promise<string[] | null> {
	for (const name of [path, `${path}.txt`]) {
		const file = await readFile(folder, name);
		if (file.kind === 'text') return parseText(file.bytes.toString()).lines;
	}
	return null;
}

/** Makes a data set of these entries; checks each against its file. @throws {Failure} usage `bad-data-set` */
export function finish(source: string, entries: readonly DataSetEntry[], notes: readonly string[] = []): DataSet {
	for (const {id, line, truth, file} of entries) {
		const last = Math.max(line, truth.lines?.end ?? 0);
		if (!file || last <= file.length) continue;
		const what = `${id} is on line ${last}, but its file has ${count(file.length, 'line')}`;
		throw new Failure('usage', 'bad-data-set', `${source}: ${what}.`, 'Correct its line numbers.');
	}
	const without = entries.filter(({file}) => file === null).length;
	const told = `The files of ${without} of ${count(entries.length, 'comment')} are missing. Models see only the comment. Their answers are judged by form, number of changes, lines and type.`;
	const ordered = inTurns(entries);
	return {source, hash: hashOfJson(ordered), entries: ordered, notes: without > 0 ? [...notes, told] : notes};
}
