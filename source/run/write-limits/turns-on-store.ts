import {Failure} from '../../failure.ts';
import {identifyOnce} from '../../store/identify.ts';
import {openStore} from '../../store/store.ts';
import {describeStoreTrouble, StoreTrouble} from '../../store/trouble.ts';
import type {Context} from '../context.ts';
import {storeTurns} from './store-turns.ts';
import type {Turns} from './turns.ts';

/**
 * Turns that all machines with the same store book there. What it does not grant is not written.
 * @throws {Failure} guard `write-limits-unusable`, when a turn is taken
 */
export function turnsOnStore(address: string, {now, sleep}: Pick<Context, 'now' | 'sleep'>): Turns {
	const store = openStore(address, {sleep});
	const identified = identifyOnce(store);
	return {
		of(account) {
			const take = storeTurns(account, {store, now});
			return async rule => {
				try {
					await identified();
					return await take(rule);
				} catch (error) {
					throw error instanceof StoreTrouble ? unusableLimits(error, store.name) : error;
				}
			};
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
