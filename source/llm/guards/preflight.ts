import type {BlindGuard, Guard, Work} from '../guard.ts';
import type {Provider, ProviderCheck} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {unlessAborted} from './unless-aborted.ts';

type PreflightOptions = {
	provider: Pick<Provider, 'check'>;
	/** Told of what the last attempt to check it found. */
	onCheck: (check: ProviderCheck) => void;
	/** What stands before the checks, the outermost first: they go over the same line as requests. */
	guards: readonly BlindGuard[];
};

/**
 * Checks the provider before its first request leaves; where it cannot be used, none does. However many requests wait
 * for the checks, these are made, and fail, once.
 */
export const preflight =
	({provider, onCheck, guards}: PreflightOptions): Guard =>
	next => {
		let found: ProviderCheck[] = [];
		const look: Work<void> = async (_, signal) => {
			const results: ProviderCheck[] = [];
			found = results;
			for await (const result of provider.check(signal)) {
				results.push(result);
				if (result.trouble) throw new ModelTrouble(result.trouble, result.detail, {remedy: result.remedy});
			}
		};
		const guarded = guards.reduceRight<Work<void>>((work, guard) => guard(work), look);
		const check: Work<void> = (...asked) =>
			guarded(...asked).finally(() => {
				for (const result of found.splice(0)) onCheck(result);
			});
		let checked: Promise<void> | null = null;
		return async (request, signal) => {
			checked ??= check(request, signal);
			const mine = checked;
			try {
				await unlessAborted(mine, signal);
			} catch (error) {
				// Called off, or stopped, is not checked, and what passes is looked at again.
				const isVerdict = error instanceof ModelTrouble && !error.traits.isPassing;
				if (checked === mine && !isVerdict) checked = null;
				throw error;
			}
			return next(request, signal);
		};
	};
