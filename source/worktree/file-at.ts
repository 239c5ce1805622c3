import {entriesAt, isFileEntry} from './bare/tree-entries.ts';
import {type Git, isOid} from './git.ts';
import {openObjects} from './objects.ts';

/**
 * The text of a file as a commit has it; null if it has none. `why`: what is there instead, as a phrase after its name.
 * @param limit in bytes
 * @throws {Failure} `git-failed` if the commit is not here
 */
export async function fileAt(
	git: Git,
	commit: string,
	path: string,
	limit: number,
): Promise<{text: string} | {why: string} | null> {
	const entry = (await entriesAt(git, commit, [path])).get(path);
	if (entry === undefined) return null;
	if (!isFileEntry(entry) || !isOid(entry.oid)) return {why: 'is not a regular file'};
	const objects = openObjects(git, limit);
	try {
		const blob = await objects.read(entry.oid);
		if (blob === null) return {why: 'is too large to be read'};
		return {text: new TextDecoder('utf-8', {fatal: true}).decode(blob.bytes)};
	} catch (error) {
		if (error instanceof TypeError) return {why: 'is not a text file'};
		throw error;
	} finally {
		objects.close();
	}
}
