import {Failure} from '../../failure.ts';
import {identifyOnce} from '../../store/identify.ts';
import {openStore} from '../../store/store.ts';
import {describeStoreTrouble, StoreTrouble} from '../../store/trouble.ts';
import type {Context} from '../context.ts';
import {storeRefusal} from './store-refusal.ts';
import {storeTurns} from './store-turns.ts';
import type {Turns} from './turns.ts';

/**
 * Turns that all machines with the same store book there. What it does not grant is not written.
 * @throws {Failure} guard `write-limits-unusable`, when a turn is taken
 */
export function turnsOnStore(address: string, {now, ...world}: Pick<Context, 'now' | 'sleep' | 'waits'>): Turns {
	const store = openStore(address, world);
	const identified = identifyOnce(store);
	async function withStore(work: () => Promise<number>): Promise<number> {
		try {
			await identified();
			return await work();
		} catch (error) {
			throw error instanceof StoreTrouble ? unusableLimits(error, store.name) : error;
		}
	}
	return {
		of(account) {
			const [take, refused] = [storeTurns(account, {store, now}), storeRefusal(account, store)];
			return {take: rule => withStore(() => take(rule)), refused: saidMs => withStore(() => refused(saidMs))};
		},
		close: store.close,
	};
}

function unusableLimits(trouble: StoreTrouble, name: string): Failure {
	const {message, remedy} = describeStoreTrouble(trouble, name, 'The shared write limits');
	return new Failure('guard', 'write-limits-unusable', message, `Nothing is written without them. ${remedy}`, {
		cause: trouble,
	});
}
