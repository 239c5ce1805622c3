import {Failure} from '../../../failure.ts';
import type {Offered} from './offered.ts';

/** A failure is why a step is not possible. */
export async function orReason<What>(look: () => Promise<Offered<What>>): Promise<Offered<What>> {
	try {
		return await look();
	} catch (error) {
		if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
		return {reason: error.message, remedy: error.remedy};
	}
}
