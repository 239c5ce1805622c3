import {exposureOf} from '../../settings/providers.ts';
import {fineMoney} from '../../text/figures.ts';
import type {ProviderResult} from './result.ts';

/** A sum of a provider that bills requests; otherwise why there is none. @param usd null if it is unknown */
export function costText({isMetered, provider}: Pick<ProviderResult, 'isMetered' | 'provider'>, usd: number | null) {
	if (isMetered) return fineMoney(usd);
	return exposureOf(provider) === 'subscription' ? 'free with subscription' : 'free';
}
