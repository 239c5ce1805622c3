import {spawnSync} from 'node:child_process';

/** A process that has ended stays in the table until its parent looks, which in a container may be never. */
export function isRunning(pid: number): boolean {
	const {stdout} = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], {encoding: 'utf8'});
	return /^[^Z\s]/.test(stdout.trim());
}
