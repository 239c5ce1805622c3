import {Failure} from '../../failure.ts';
import {ledgerFolder} from '../../llm/guards/file-ledger.ts';
import {findLedger, knownLedgers} from '../../llm/guards/store-ledger.ts';
import {lostLedger} from '../../llm/guards/store-stop.ts';
import type {Settings} from '../../settings/table.ts';
import {identify} from '../../store/identify.ts';
import {makeScript} from '../../store/script.ts';
import {openStore, type Store} from '../../store/store.ts';
import {StoreTrouble, storeRemedies} from '../../store/trouble.ts';
import {unlessAborted} from '../../system/unless-aborted.ts';
import type {Context} from '../context.ts';
import {type Check, failedCheck, passedCheck, skippedCheck, warningCheck} from './check.ts';
import {checkSharedAnswers} from './shared-answers.ts';

/** Checks the server that machines share: whether it can be used, what for, and whether it forgets anything. Writes nothing. */
export async function* checkStore(settings: Settings, context: Context): AsyncGenerator<Check> {
	const {storeUrl, budgetPeriod} = settings;
	const answers = checkSharedAnswers(settings);
	if (storeUrl === null) {
		if (answers) yield answers;
		return;
	}
	const opened = openStore(storeUrl, context);
	const store: Store = {...opened, command: (...args) => unlessAborted(opened.command(...args), context.signal)};
	try {
		const {server, version, mode, role} = await identify(store);
		// A node of a cluster redirects to the one that can be written to.
		if (role === 'replica' && mode !== 'cluster') throw new StoreTrouble('replica', 'it is a replica');
		yield passedCheck('store', `${server} ${version} at ${store.name}`);
		if (budgetPeriod === 'run') yield ownBudget;
		else yield await checkLedger(store, budgetPeriod, context);
		yield await checkTurns(store);
		if (answers) yield answers;
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

const ownBudget = skippedCheck(
	'store budget',
	'each run has its own; with llm.budget_period day or month it is shared',
);

/** Needs the permissions for scripts and keys, and writes nothing. */
const countTurns = makeScript("return redis.call('ZCARD', KEYS[1])");

async function checkTurns(store: Store): Promise<Check> {
	await countTurns(store, ['{pr-resolve}:writes:'], []);
	return passedCheck('store writes', 'the limits on writes of each account are shared');
}

async function checkLedger(store: Store, period: string, {env, log}: Context): Promise<Check> {
	const {found, isLost} = await findLedger(store, knownLedgers(ledgerFolder(env), log));
	const {message, remedy} = lostLedger(store);
	if (isLost) return failedCheck('store budget', new Failure('guard', 'ledger-lost', message, remedy));
	const state = found === null ? ', which the first run begins' : '';
	return passedCheck('store budget', `the budget of each ${period} is shared${state}`);
}

async function checkMemory(store: Store): Promise<Check> {
	const policy = await configured(store, 'maxmemory-policy');
	const name = 'store memory';
	if (policy === null) return skippedCheck(name, 'whether the server removes data if it is full is unknown');
	if (policy === 'noeviction') return passedCheck(name, 'the server removes nothing (noeviction)');
	// Nothing that counts expires.
	if (policy.startsWith('volatile-'))
		return passedCheck(name, `if it is full, the server removes answers, but no budget and no turns (${policy})`);
	return warningCheck(
		name,
		`if it is full, the server removes data (${policy})`,
		'Set maxmemory-policy to noeviction.',
	);
}

async function checkPersistence(store: Store): Promise<Check> {
	const [log, snapshots] = [await configured(store, 'appendonly'), await configured(store, 'save')];
	const name = 'store disk';
	if (log === null) return skippedCheck(name, 'whether the server keeps its data after a restart is unknown');
	if (log === 'yes') return passedCheck(name, 'the server writes every change to disk (appendonly)');
	const lost = snapshots ? 'what changed since its last snapshot' : 'all data';
	return warningCheck(name, `the server loses ${lost} if it restarts`, 'Set appendonly to yes.');
}

/** Null if the user may not read it. */
async function configured(store: Store, name: string): Promise<string | null> {
	try {
		const reply = await store.command('CONFIG', 'GET', name);
		return Array.isArray(reply) && typeof reply[1] === 'string' ? store.quote(reply[1]) : null;
	} catch (error) {
		// Services that run a server for others often refuse it, in words of their own.
		if (error instanceof StoreTrouble && error.kind !== 'unreachable') return null;
		throw error;
	}
}
