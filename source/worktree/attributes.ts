import {spawn} from 'node:child_process';
import {platform} from 'node:os';

/**
 * Node cannot read or set access lists and extended attributes, and checking for them costs as much as copying them. GNU
 * `cp` copies only them; `cp` of macOS also copies the content, which the caller replaces anyway. The path is absolute so
 * that a folder of the repository on the PATH cannot replace the program.
 */
const cp = '/bin/cp';
const cpFlags = platform() === 'darwin' ? ['-p'] : ['--attributes-only', '--preserve=all'];

/**
 * Copies access lists and extended attributes, and owner and mode as far as permitted. Does nothing if the system's `cp`
 * cannot, like that of BusyBox. `cp` runs in a separate process group, because a terminal sends Ctrl-C to the whole group
 * and the file would lose its attributes.
 */
export function copyAttributes(from: string, to: string): Promise<void> {
	return new Promise(resolve => {
		const child = spawn(cp, [...cpFlags, from, to], {env: {LC_ALL: 'C'}, stdio: 'ignore', detached: true});
		child.once('close', () => resolve());
		child.once('error', () => resolve());
	});
}
