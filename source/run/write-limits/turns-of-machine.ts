import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type AccountLimits, type AskRefused, ownLimits} from '../../code-host/write-limits.ts';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {homeFolder} from '../../system/environment.ts';
import {ifMissing, messageOf, systemCode} from '../../system/errors.ts';
import {folderName} from '../../system/folder-name.ts';
import {replaceFile} from '../../system/replace-file.ts';
import type {Context} from '../context.ts';
import {fileTurns} from './file-turns.ts';
import type {Turns} from './turns.ts';

/** Turns that all processes of a machine book in the state folder; only this one, if it cannot be written to. */
export function turnsOfMachine({env, now, log}: Pick<Context, 'env' | 'now' | 'log'>): Turns {
	const home = homeFolder('state', env);
	return {
		of({host, login}) {
			if (home === null) return ownLimits(now);
			const folder = join(home, 'write-limits', folderName(host), folderName(login));
			const own = ownLimits(now);
			let limits: AccountLimits = {take: fileTurns(folder, now), refused: fileRefusal(folder, now)};
			const withoutFolder = (error: unknown): AccountLimits => {
				if (systemCode(error) === null) throw error;
				if (limits !== own)
					log('INFO', `Only this process counts its writes: ${folder} cannot be used: ${messageOf(error)}`);
				limits = own;
				return own;
			};
			return {
				take: rule => limits.take(rule).catch(error => withoutFolder(error).take(rule)),
				refused: saidMs => limits.refused(saidMs).catch(error => withoutFolder(error).refused(saidMs)),
			};
		},
		close() {},
	};
}

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
