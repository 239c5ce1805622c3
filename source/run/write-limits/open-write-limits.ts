import type {AccountLimits, HostAccount, WriteLimits} from '../../code-host/write-limits.ts';
import type {ResolvedSettings} from '../../settings/resolve.ts';
import type {Context} from '../context.ts';
import type {Turns} from './turns-of-machine.ts';

type ChosenBy = Pick<ResolvedSettings, 'values' | 'unread'>;

type World = Pick<Context, 'env' | 'now' | 'sleep' | 'log' | 'waits'>;

/**
 * Gives `work` the write limits that the settings choose, until it has ended: of all machines with the same store, otherwise
 * of this machine. Loads and opens nothing before the first write.
 */
export async function withWriteLimits<Result>(
	{values: {storeUrl, writeShare}, unread}: ChosenBy,
	world: World,
	work: (limits: WriteLimits) => Promise<Result>,
): Promise<Result> {
	const isShared = storeUrl !== null;
	let opened: Promise<Turns> | null = null;
	const accounts = new Map<string, AccountLimits>();

	async function open(): Promise<Turns> {
		// They may have named a store.
		if (unread !== null && !isShared) throw unread;
		if (!isShared) return (await import('./turns-of-machine.ts')).turnsOfMachine(world);
		if (writeShare > 1)
			world.log('DEBUG', 'write_share has no effect, because the machines share the write limits through store_url.');
		return (await import('./turns-on-store.ts')).turnsOnStore(storeUrl, world);
	}

	async function of(account: HostAccount): Promise<AccountLimits> {
		opened ??= open();
		const turns = await opened;
		// Hosts compare names without case.
		const [host, login] = [account.host.toLowerCase(), account.login.toLowerCase()];
		const name = `${host}/${login}`;
		const limits = accounts.get(name) ?? turns.of({host, login});
		accounts.set(name, limits);
		return limits;
	}

	// Why they could not be opened, the first write has said.
	const close = async () => (await opened?.catch(() => null))?.close();
	try {
		return await work({isShared, share: isShared ? 1 : writeShare, of});
	} finally {
		await close();
	}
}
