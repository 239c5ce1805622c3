import {spawn} from 'node:child_process';
import type {FileHandle} from 'node:fs/promises';
import {platform} from 'node:os';

/**
 * Node cannot read or set access lists and extended attributes, and checking for them costs as much as copying them. GNU
 * `cp` copies only them; `cp` of macOS also copies the content, which the caller replaces anyway. The path is absolute so
 * that a folder of the repository on the PATH cannot replace the program.
 */
const cp = '/bin/cp';
const cpFlags = platform() === 'darwin' ? ['-p'] : ['--attributes-only', '--preserve=all'];
const openFile = platform() === 'linux' ? '/proc/self/fd/3' : '/dev/fd/3';

/**
 * Copies access lists and extended attributes, and owner and mode as far as permitted. Does nothing if the system's `cp`
 * cannot, like that of BusyBox. `cp` runs in a separate process group, because a terminal sends Ctrl-C to the whole group
 * and the file would lose its attributes. `cp` gets an open file, because by its name it would create the file again when
 * this program was killed and another one has cleaned up since.
 */
export function copyAttributes(from: string, to: FileHandle): Promise<void> {
	return new Promise(resolve => {
		const child = spawn(cp, [...cpFlags, from, openFile], {
			env: {LC_ALL: 'C'},
			stdio: ['ignore', 'ignore', 'ignore', to.fd],
			detached: true,
		});
		child.once('close', () => resolve());
		child.once('error', () => resolve());
	});
}
