import {unlessAborted} from '../../system/unless-aborted.ts';
import type {BlindGuard, Guard, Work} from '../guard.ts';
import type {ProviderCheck} from '../providers/provider.ts';
import type {Provider} from '../providers/registry.ts';
import {ModelTrouble} from '../providers/trouble.ts';

type PreflightOptions = {
	provider: Pick<Provider, 'load' | 'check'>;
	/** Gets what the last attempt at the checks found. */
	onCheck: (check: ProviderCheck) => void;
	/** The guards of the checks, the outermost first: checks use the same connection as requests. */
	guards: readonly BlindGuard[];
};

/**
 * Checks the provider before its first request; if it cannot be used, none is sent. The checks run once per asking, however
 * many requests wait for them.
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
					// An abort or a stop is not a result: check again.
					if (checked === mine && !(error instanceof ModelTrouble)) checked = null;
					throw error;
				}
			}
			isUsable = true;
			return next(request, signal);
		};
	};
}
