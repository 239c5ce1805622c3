import type {Guard} from '../guard.ts';
import type {Provider, ProviderCheck} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {type TimeLimit, withinTime} from './timeout.ts';
import {unlessAborted} from './unless-aborted.ts';

type PreflightOptions = {
	provider: Pick<Provider, 'check'>;
	onCheck: (check: ProviderCheck) => void;
	/** For all checks together. */
	limit: TimeLimit;
};

/** Checks the provider before its first request leaves; where it cannot be used, none does. */
export const preflight =
	({provider, onCheck, limit}: PreflightOptions): Guard =>
	next => {
		let checked: Promise<void> | null = null;
		const check = async (signal: AbortSignal) => {
			for await (const result of provider.check(signal)) {
				onCheck(result);
				if (result.trouble) throw new ModelTrouble(result.trouble, result.detail, {remedy: result.remedy});
			}
		};
		return async (request, signal) => {
			checked ??= withinTime(check, limit, signal);
			try {
				await unlessAborted(checked, signal);
			} catch (error) {
				// Called off is not checked, and what passes is looked at again.
				if (signal.aborted || (error instanceof ModelTrouble && error.traits.isPassing)) checked = null;
				throw error;
			}
			return next(request, signal);
		};
	};
