import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {AskRefused} from '../../code-host/write-limits.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {ifMissing} from '../../system/errors.ts';
import {replaceFile} from '../../system/replace-file.ts';

/**
 * How long a host refuses all writes, as all processes of a machine read it in a folder.
 * @param folder absolute path; created if missing
 * @param now milliseconds since the epoch
 */
export function fileRefusal(folder: string, now: () => number): AskRefused {
	const path = join(folder, 'refused');
	return async saidMs => {
		const leftMs = leftOf(await readFile(path, 'utf8').catch(ifMissing('')), now());
		if (saidMs <= leftMs) return leftMs;
		await ensureFolder(folder);
		await replaceFile(path, `${Math.floor(now())} ${Math.ceil(now() + saidMs)}`);
		return saidMs;
	};
}

/** @param text when it began, and when it ends; a clock that was before the beginning was wrong then, or is now */
function leftOf(text: string, now: number): number {
	const [, from, to] = /^(\d+) (\d+)$/.exec(text) ?? [];
	return from === undefined || now < Number(from) ? 0 : Math.max(0, Number(to) - now);
}
