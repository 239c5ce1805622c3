import type {Store} from '../../store/store.ts';
import {StoreTrouble, type StoreTroubleKind} from '../../store/trouble.ts';
import {Stop} from '../guard.ts';

/** What to do about a store that cannot be used. */
export const storeRemedies: Record<StoreTroubleKind, string> = {
	unreachable: 'Start the server, or correct store_url.',
	certificate: 'Correct the address, or name its certificate authority in NODE_EXTRA_CA_CERTS.',
	credentials: 'Correct the user, the password or the permissions in store_url.',
	full: 'Give the server more memory, or another database.',
	old: 'Update the server.',
	other: 'Check the server with pr-resolve doctor.',
};

/** Stops all further requests of an asking, because it is not known whether they can be paid for. Other errors stay. */
export function stopOfStore({name}: Store, error: unknown): unknown {
	if (!(error instanceof StoreTrouble)) return error;
	const verb = error.kind === 'unreachable' ? 'reached' : 'used';
	const message = `The shared budget cannot be ${verb}: ${name}: ${error.message}.`;
	return new Stop('budget', message, `No request was sent without it. ${storeRemedies[error.kind]}`, {
		cause: error,
		isLasting: true,
	});
}

/** The store has no ledger, or another one than this run or this machine has seen. */
export const lostLedger = ({name}: Store) =>
	new Stop(
		'budget',
		`The ledger lost its state: ${name} does not have what was spent of the shared budget.`,
		'Restore its data, or pass --accept-new-ledger to begin at $0.',
		{isLasting: true},
	);
