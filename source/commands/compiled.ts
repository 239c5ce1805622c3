import {existsSync, lstatSync, mkdirSync} from 'node:fs';
import nodeModule from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';

/**
 * Lets Node cache compiled code for the next start, in a folder that the system cleans up. Cached code is executed, so
 * only the user may write there; Node's default folder is shared by all users. Does nothing if there is no such folder,
 * or if the user has configured one.
 */
export function keepCompiled(): void {
	const user = process.getuid?.();
	const {NODE_DISABLE_COMPILE_CACHE: isUnwanted, NODE_COMPILE_CACHE: chosen} = process.env;
	if (user === undefined || isUnwanted || chosen) return;
	const folder = join(tmpdir(), `pr-resolve-${user}`);
	try {
		if (!existsSync(folder)) mkdirSync(folder, {mode: 0o700});
		const stat = lstatSync(folder);
		const isOurs = stat.isDirectory() && stat.uid === user && (stat.mode & 0o022) === 0;
		if (isOurs) nodeModule.enableCompileCache?.(folder);
	} catch {}
}
