import {join} from 'node:path';
import {type AccountLimits, ownLimits} from '../../code-host/write-limits.ts';
import {homeFolder} from '../../system/environment.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {folderName} from '../../system/folder-name.ts';
import type {Context} from '../context.ts';
import {fileRefusal} from './file-refusal.ts';
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
