import {spawn} from 'node:child_process';
import {platform} from 'node:os';

/**
 * Node can neither list nor set access lists and extended attributes, and to look whether a file has any costs as much as
 * to copy them. GNU `cp` copies them alone; that of macOS copies the content along, which the caller replaces anyway.
 * The absolute path keeps a folder of the repository on the PATH from being asked.
 */
const cp = '/bin/cp';
const flags = platform() === 'darwin' ? ['-p'] : ['--attributes-only', '--preserve=all'];

/**
 * Gives a file what another one has besides its content: access lists, extended attributes, and owner and mode as far as
 * that is permitted. Where the system's `cp` cannot do that, as that of BusyBox, nothing happens. A terminal
 * sends its Ctrl-C to the whole group of this process; `cp` has a group of its own, or the file would lose them then.
 */
export function copyAttributes(from: string, to: string): Promise<void> {
	return new Promise(resolve => {
		const child = spawn(cp, [...flags, from, to], {env: {LC_ALL: 'C'}, stdio: 'ignore', detached: true});
		child.once('close', () => resolve());
		child.once('error', () => resolve());
	});
}
