import {join} from 'node:path';
import {ownTurns} from '../../code-host/write-limits.ts';
import {homeFolder} from '../../system/environment.ts';
import {messageOf, systemCode} from '../../system/errors.ts';
import {folderName} from '../../system/folder-name.ts';
import type {Context} from '../context.ts';
import {fileTurns} from './file-turns.ts';
import type {Turns} from './turns.ts';

/** Turns that all processes of a machine book in the state folder; only this one, if it cannot be written to. */
export function turnsOfMachine({env, now, log}: Pick<Context, 'env' | 'now' | 'log'>): Turns {
	const home = homeFolder('state', env);
	return {
		of({host, login}) {
			if (home === null) return ownTurns(now);
			const folder = join(home, 'write-limits', folderName(host), folderName(login));
			let take = fileTurns(folder, now);
			return rule =>
				take(rule).catch((error: unknown) => {
					if (systemCode(error) === null) throw error;
					log('INFO', `Only this process counts its writes: ${folder} cannot be used: ${messageOf(error)}`);
					take = ownTurns(now);
					return take(rule);
				});
		},
		close() {},
	};
}
