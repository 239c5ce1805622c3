import {Failure} from '../../failure.ts';
import type {Settings} from '../../settings/table.ts';
import type {Environment} from '../../system/environment.ts';
import {type FileLedgerOptions, fileLedger, ledgerFolder} from './file-ledger.ts';
import {type Ledger, ownLedger} from './ledger.ts';

type World = Pick<FileLedgerOptions, 'pid' | 'isAlive' | 'now'> & {
	env: Environment;
	/** A fresh short random text. */
	randomId: () => string;
};

/** The ledger for the budget period of the settings. @throws {Failure} usage `ledger-unusable` */
export function chosenLedger({budgetPeriod: period}: Settings, {env, randomId, pid, isAlive, now}: World): Ledger {
	if (period === 'run') return ownLedger;
	const folder = ledgerFolder(env);
	if (folder !== null) return fileLedger({folder, period, run: randomId(), pid, isAlive, now});
	const message = 'The budget ledger cannot be stored: neither HOME nor XDG_STATE_HOME is set.';
	throw new Failure('usage', 'ledger-unusable', message, 'Set one of them, or pass --budget-period run.');
}
