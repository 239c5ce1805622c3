import {unlessAborted} from '../../system/unless-aborted.ts';
import type {BlindGuard, Guard, Work} from '../guard.ts';
import type {ProviderCheck} from '../providers/provider.ts';
import type {Provider} from '../providers/registry.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import {type AttemptLimits, loading} from './attempt.ts';
import {withinTime} from './timeout.ts';

type CheckOptions = {
	provider: Provider;
	limits: AttemptLimits;
	/** Gets what the last attempt at the checks found. */
	onCheck: (check: ProviderCheck) => void;
};

/**
 * Checks the provider before its first request, and loads its model; if it cannot be used, none is sent. Both are done once
 * per asking, however many requests wait for them.
 * @param guards of checks and loading, the outermost first: they use the same connection as requests
 */
export function preflight({provider, limits, onCheck}: CheckOptions, guards: readonly BlindGuard[]): Guard {
	const behind = (work: Work<void>) => guards.reduceRight<Work<void>>((inner, guard) => guard(inner), work);
	const check: Work<void> = async (request, signal) => {
		let found: ProviderCheck[] = [];
		const look = async (within: AbortSignal) => {
			found = [];
			for await (const result of provider.check(within)) {
				found.push(result);
				const {trouble, detail, remedy, ways = []} = result;
				if (trouble) throw new ModelTrouble(trouble, detail, {remedy, ways});
			}
		};
		await provider.load();
		const lookInTime: Work<void> = (_, within) => withinTime(look, limits, within);
		await behind(lookInTime)(request, signal).finally(() => found.forEach(onCheck));
		if (provider.loadModel) await behind((_, within) => loading(provider, limits, within))(request, signal);
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

/** Checks after an answer what could not be checked before. A failure of the check does not affect the answer. */
export function afterAnswer({provider, limits, onCheck}: CheckOptions): Guard {
	const checkAnswered = provider.checkAnswered?.bind(provider);
	return next => async (request, signal) => {
		const reply = await next(request, signal);
		const check = checkAnswered && (await withinTime(checkAnswered, limits, signal).catch(() => null));
		if (check) onCheck(check);
		return reply;
	};
}
