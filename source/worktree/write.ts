import {constants} from 'node:fs';
import {access, type FileHandle} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {systemCode} from '../system/errors.ts';
import {replaceFile} from '../system/replace-file.ts';
import {type AttributeCopy, copyAttributes} from './attributes.ts';
import {readBytes, writeRefusal} from './file.ts';
import {locateFile, type RegularFile} from './path.ts';
import {type Refusal, refusalOf, refuse} from './refusal.ts';

export type FileEdit = {
	/** `/` separated, relative to the root, untrusted. */
	path: string;
	/** The whole file as it is expected on disk. */
	before: Buffer;
	/** The whole new file. */
	after: Buffer;
};

export type WrittenFile = {kind: 'written'; path: string};

/** What the caller does in between. */
export type WriteSteps = {
	/** Copies the attributes of the old file to the new one. Default: for this file alone. */
	copy?: (file: AttributeCopy) => Promise<void>;
	/** Called just before the file is replaced; false keeps the old file. */
	confirm?: () => Promise<boolean>;
};

/** Gives the new file the owner of the old one, if the system permits it. */
async function keepOwner(handle: FileHandle, {uid, gid}: RegularFile['stats']): Promise<void> {
	const made = await handle.stat();
	if (made.uid === uid && made.gid === gid) return;
	await handle.chown(uid, gid).catch((error: unknown) => {
		if (systemCode(error) !== 'EPERM') throw error;
	});
}

async function replaceAtPlace(
	{path, stats}: RegularFile,
	edit: FileEdit,
	temporary: string,
	{copy, confirm}: Required<WriteSteps>,
): Promise<WrittenFile | Refusal> {
	const isReplaced = await replaceFile(path, edit.after, {
		part: temporary,
		async furnish(part, writeContent) {
			await copy({from: path, to: part});
			await part.truncate(0);
			await writeContent();
			await keepOwner(part, stats);
			await part.chmod(stats.mode & 0o7777);
		},
		// Otherwise a version that an editor saved meanwhile would be lost.
		confirm: async () => (await confirm()) && (await readBytes(path)).equals(edit.before),
	});
	return isReplaced ? {kind: 'written', path: edit.path} : refuse('changed');
}

/**
 * Replaces a file in one step: at every moment it is either the old or the new one. Mode, access lists, extended attributes
 * and, if permitted, the owner stay. Refuses a file that is not `before` any more, read-only or hard-linked, and one for
 * which the system has no room or denies permission. The caller flushes the folder.
 *
 * @param root absolute path of the working tree
 * @param temporaryName name of a temporary file in the same folder; it is removed in any case
 */
export async function writeFile(
	root: string,
	edit: FileEdit,
	temporaryName: string,
	{copy = file => copyAttributes([file]), confirm = async () => true}: WriteSteps = {},
): Promise<WrittenFile | Refusal> {
	const place = await locateFile(root, edit.path);
	if (place.kind === 'refused') return place;
	const refused = writeRefusal(place.stats);
	if (refused) return refused;
	try {
		await access(place.path, constants.W_OK);
		return await replaceAtPlace(place, edit, join(dirname(place.path), temporaryName), {copy, confirm});
	} catch (error) {
		return refusalOf(error);
	}
}
