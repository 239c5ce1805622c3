import {readFile, readlink} from 'node:fs/promises';
import {hostname} from 'node:os';

let known: Promise<string> | null = null;

/**
 * Names where the ids of processes mean the same as here: this boot of this machine, and in it this container. One word.
 */
export function placeOfProcesses(): Promise<string> {
	known ??= find();
	return known;
}

async function find(): Promise<string> {
	const [boot, space] = await Promise.all([
		readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
		readlink('/proc/self/ns/pid').catch(() => ''),
	]);
	// Where there is no /proc there are no containers either that share a work tree.
	const words = boot === '' && space === '' ? [hostname()] : [boot, space];
	return words.map(word => word.replace(/\s+/g, '')).join('/');
}
