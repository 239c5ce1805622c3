import type {AskRefused, HostAccount} from '../../code-host/write-limits.ts';
import type {Store} from '../../store/store.ts';

/**
 * How long a host refuses all writes, as all machines with the same store read it there: the life of a key, by the
 * server's clock.
 * @throws {StoreTrouble}
 */
export function storeRefusal({host, login}: HostAccount, store: Store): AskRefused {
	const key = `{pr-resolve}:refused:${host}/${login}`;
	return async saidMs => {
		const leftMs = Math.max(0, Number(await store.command('PTTL', key)));
		if (saidMs <= leftMs) return leftMs;
		await store.command('SET', key, '1', 'PX', String(Math.ceil(saidMs)));
		return saidMs;
	};
}
