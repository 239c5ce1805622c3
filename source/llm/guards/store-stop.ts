import type {Store} from '../../store/store.ts';
import {describeStoreTrouble, StoreTrouble} from '../../store/trouble.ts';
import {Stop} from '../guard.ts';

/**
 * Stops all further requests of an asking, because what they share cannot be used. Other errors stay.
 * @param what the store has: `The shared budget`
 */
export function stopOfStore({name}: Store, error: unknown, what: string, {isLogged = false} = {}): unknown {
	if (!(error instanceof StoreTrouble)) return error;
	const {message, remedy} = describeStoreTrouble(error, name, what);
	return new Stop('store', message, `No request was sent without it. ${remedy}`, {
		cause: error,
		isLasting: true,
		isLogged,
	});
}

/** The store has no ledger, or another one than this run or this machine has seen. */
export const lostLedger = ({name}: Store) =>
	new Stop(
		'store',
		`The ledger lost its state: ${name} does not have what was spent of the shared budget.`,
		'Restore its data, or pass --accept-new-ledger to begin at $0.',
		{isLasting: true},
	);
