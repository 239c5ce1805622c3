import {spawn} from 'node:child_process';
import type {FileHandle} from 'node:fs/promises';
import {platform} from 'node:os';

/** A file whose attributes to copy, and an open file that gets them. */
export type AttributeCopy = {from: string; to: FileHandle};

/**
 * Node cannot read or set access lists and extended attributes, and checking for them costs as much as copying them. GNU
 * `cp` copies only them; `cp` of macOS also copies the content, which the caller replaces anyway. The path is absolute so
 * that a folder of the repository on the PATH cannot replace the program.
 */
const cp = platform() === 'darwin' ? '/bin/cp -p' : '/bin/cp --attributes-only --preserve=all';
const openFiles = platform() === 'linux' ? '/proc/self/fd' : '/dev/fd';

/** The first open file of a child after its standard streams. */
const firstOpen = 3;

/** One shell for all files: starting a process takes this program about 3 ms, and a shell a fraction of that. */
const script = `n=${firstOpen}; for f; do ${cp} "$f" ${openFiles}/$n & n=$((n+1)); done; wait`;

/**
 * Copies access lists and extended attributes, and owner and mode as far as permitted. Does nothing if the system's `cp`
 * cannot, like that of BusyBox. `cp` runs in a separate process group, because a terminal sends Ctrl-C to the whole group
 * and the file would lose its attributes. `cp` gets an open file, because by its name it would create the file again when
 * this program was killed and another one has cleaned up since.
 */
export function copyAttributes(files: readonly AttributeCopy[]): Promise<void> {
	return new Promise(resolve => {
		const child = spawn('/bin/sh', ['-c', script, 'sh', ...files.map(({from}) => from)], {
			env: {LC_ALL: 'C'},
			stdio: ['ignore', 'ignore', 'ignore', ...files.map(({to}) => to.fd)],
			detached: true,
		});
		child.once('close', () => resolve());
		child.once('error', () => resolve());
	});
}
