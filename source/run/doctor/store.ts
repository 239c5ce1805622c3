import {Failure} from '../../failure.ts';
import {ledgerFolder} from '../../llm/guards/file-ledger.ts';
import {knownLedgers} from '../../llm/guards/known-ledgers.ts';
import {findLedger} from '../../llm/guards/store-ledger.ts';
import {lostLedger} from '../../llm/guards/store-stop.ts';
import type {Settings} from '../../settings/table.ts';
import {identify} from '../../store/identify.ts';
import {openStore, type Store} from '../../store/store.ts';
import {StoreTrouble, storeRemedies} from '../../store/trouble.ts';
import type {Context} from '../context.ts';
import {type Check, failedCheck, passedCheck, warningCheck} from './check.ts';

/** Checks the server of the shared budget: whether it can be used, and whether it forgets anything. Writes nothing. */
export async function* checkStore({storeUrl, budgetPeriod}: Settings, context: Context): AsyncGenerator<Check> {
	if (storeUrl === null) return;
	const store = openStore(storeUrl, context);
	try {
		const {server, version} = await identify(store);
		const what = `${server} ${version} at ${store.name}`;
		if (budgetPeriod === 'run') {
			const detail = `${what} is not used: each run has its own budget`;
			yield warningCheck('store', detail, 'Set --budget-period to day or month, or unset store_url.');
		} else yield passedCheck('store', `${what} has the budget of each ${budgetPeriod}`);
		yield await checkLedger(store, context);
		yield await checkMemory(store);
		yield await checkPersistence(store);
	} catch (error) {
		if (!(error instanceof StoreTrouble)) throw error;
		const message = `${store.name} cannot be used: ${error.message}`;
		yield failedCheck('store', new Failure('guard', 'store-unusable', message, storeRemedies[error.kind]));
	} finally {
		store.close();
	}
}

async function checkLedger(store: Store, {env}: Context): Promise<Check> {
	const {found, isLost} = await findLedger(store, knownLedgers(ledgerFolder(env)));
	const {message, remedy} = lostLedger(store);
	if (isLost) return failedCheck('store ledger', new Failure('guard', 'ledger-lost', message, remedy));
	return passedCheck('store ledger', found === null ? 'none yet; the first run begins it' : 'here');
}

async function checkMemory(store: Store): Promise<Check> {
	const policy = await configured(store, 'maxmemory-policy');
	const name = 'store memory';
	if (policy === null) return unknown(name, 'whether the server removes data if it is full is unknown');
	if (policy === 'noeviction') return passedCheck(name, 'the server removes nothing (noeviction)');
	return warningCheck(
		name,
		`if it is full, the server removes data (${policy})`,
		'Set maxmemory-policy to noeviction.',
	);
}

async function checkPersistence(store: Store): Promise<Check> {
	const [log, snapshots] = [await configured(store, 'appendonly'), await configured(store, 'save')];
	const name = 'store disk';
	if (log === null) return unknown(name, 'whether the server keeps its data after a restart is unknown');
	if (log === 'yes') return passedCheck(name, 'the server writes every change to disk (appendonly)');
	const lost = snapshots ? 'what changed since its last snapshot' : 'all data';
	return warningCheck(name, `the server loses ${lost} if it restarts`, 'Set appendonly to yes.');
}

/** Null if the user may not read it. */
async function configured(store: Store, name: string): Promise<string | null> {
	try {
		const reply = await store.command('CONFIG', 'GET', name);
		return Array.isArray(reply) && typeof reply[1] === 'string' ? reply[1] : null;
	} catch (error) {
		// Services that run a server for others often refuse it, in words of their own.
		if (error instanceof StoreTrouble && error.kind !== 'unreachable') return null;
		throw error;
	}
}

const unknown = (name: string, detail: string): Check => ({name, status: 'skipped', detail, remedy: '', exitCode: 0});
