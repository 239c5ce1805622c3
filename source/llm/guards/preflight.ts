import type {BlindGuard, Guard, Work} from '../guard.ts';
import type {Provider, ProviderCheck} from '../providers/provider.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import {unlessAborted} from './unless-aborted.ts';

type PreflightOptions = {
	provider: Pick<Provider, 'load' | 'check'>;
	/** Told of what the last attempt to check it found. */
	onCheck: (check: ProviderCheck) => void;
	/** What stands before the checks, the outermost first: they go over the same line as requests. */
	guards: readonly BlindGuard[];
};

/**
 * Checks the provider before its first request leaves; where it cannot be used, none does. However many requests of an
 * asking wait for the checks, these are made, and fail, once.
 */
export function preflight({provider, onCheck, guards}: PreflightOptions): Guard {
	const check: Work<void> = async (request, signal) => {
		let found: ProviderCheck[] = [];
		const look: Work<void> = async (_, within) => {
			found = [];
			for await (const result of provider.check(within)) {
				found.push(result);
				const {trouble, detail, remedy, ways = []} = result;
				if (trouble) throw new ModelTrouble(trouble, detail, {remedy, ways});
			}
		};
		const guarded = guards.reduceRight<Work<void>>((work, guard) => guard(work), look);
		await provider.load();
		await guarded(request, signal).finally(() => found.forEach(onCheck));
	};
	let isUsable = false;
	return next => {
		let checked: Promise<void> | null = null;
		return async (request, signal) => {
			if (!isUsable) {
				checked ??= check(request, signal);
				const mine = checked;
				try {
					await unlessAborted(mine, signal);
				} catch (error) {
					// Called off, or stopped, is not checked.
					if (checked === mine && !(error instanceof ModelTrouble)) checked = null;
					throw error;
				}
			}
			isUsable = true;
			return next(request, signal);
		};
	};
}
