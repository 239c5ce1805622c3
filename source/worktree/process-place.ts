import {readFile, readlink} from 'node:fs/promises';
import {hostname} from 'node:os';

let known: Promise<string> | null = null;

/** Identifies this boot of this machine and this container: process ids are only comparable within them. No spaces. */
export function placeOfProcesses(): Promise<string> {
	known ??= find();
	return known;
}

async function find(): Promise<string> {
	const [boot, space] = await Promise.all([
		readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
		readlink('/proc/self/ns/pid').catch(() => ''),
	]);
	// Systems without /proc have no containers that could share a working tree.
	const words = boot === '' && space === '' ? [hostname()] : [boot, space];
	return words.map(word => word.replace(/\s+/g, '')).join('/');
}
