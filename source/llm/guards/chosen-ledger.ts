import {Failure} from '../../failure.ts';
import type {Settings} from '../../settings/table.ts';
import {openStore} from '../../store/store.ts';
import type {Clock} from '../../system/clock.ts';
import type {Environment} from '../../system/environment.ts';
import type {LogLevel} from '../../system/log-levels.ts';
import {type FileLedgerOptions, fileLedger, ledgerFolder} from './file-ledger.ts';
import {type Ledger, ownLedger} from './ledger.ts';
import {knownLedgers, storeLedger} from './store-ledger.ts';

type World = Pick<FileLedgerOptions, 'pid' | 'isAlive' | 'now'> &
	Pick<Clock, 'sleep'> & {
		env: Environment;
		randomId: () => string;
		log: (level: LogLevel, message: string) => void;
	};

export type LedgerChoice = Pick<Settings, 'budgetPeriod' | 'storeUrl'> & {
	/** Of `--accept-new-ledger`. */
	acceptNewLedger?: boolean;
};

/** The ledger for the budget period of the settings. @throws {Failure} usage `ledger-unusable` */
export function chosenLedger(
	{budgetPeriod: period, storeUrl, acceptNewLedger = false}: LedgerChoice,
	world: World,
): Ledger {
	const {env, randomId, pid, isAlive, now, log} = world;
	if (period === 'run') {
		if (storeUrl !== null)
			log(
				'INFO',
				'store_url does not share this budget because each run has its own. Set llm.budget_period to day or month.',
			);
		return ownLedger;
	}
	const folder = ledgerFolder(env);
	if (storeUrl !== null) {
		const [store, known] = [openStore(storeUrl, world), knownLedgers(folder, log)];
		return storeLedger({store, period, known, isNewAccepted: acceptNewLedger, log, now});
	}
	if (folder !== null) return fileLedger({folder, period, run: randomId(), pid, isAlive, now});
	const message = 'The budget ledger cannot be stored: neither HOME nor XDG_STATE_HOME is set.';
	throw new Failure('usage', 'ledger-unusable', message, 'Set one of them, or pass --set llm.budget_period=run.');
}
