import {Stop} from '../guard.ts';
import {costOf, priceRemedy, worstCost} from '../prices.ts';
import type {Price} from '../providers/models.ts';
import {type ModelRequest, outputRoom} from '../providers/provider.ts';
import {type Provider, specOf} from '../providers/registry.ts';
import type {Spent} from '../providers/usage.ts';

/** The cost of an attempt that was sent, in US dollars; the most that it can be if that is unknown. */
export type Charge = {usd: number; isUnknown: boolean};

const free: Charge = {usd: 0, isUnknown: false};

export type Bill = ReturnType<typeof billOf>;

/** What requests to a provider cost; one that is not metered is free. @param price null if unknown */
export function billOf({provider, model, effort, isMetered, sizeOf}: BillOptions, price: Price | null) {
	/** The most that one attempt can cost, in US dollars. @throws {Stop} if the price is unknown */
	const worst = (request: ModelRequest): number => {
		if (!isMetered) return 0;
		if (price) return worstCost(price, sizeOf(request), outputRoom(request, effort));
		const what = `The price of ${specOf(provider).alias} ${model} is unknown`;
		throw new Stop('budget', `${what}, so the budget cannot be guaranteed.`, priceRemedy(model));
	};
	return {
		worst,
		of(request: ModelRequest, spent: Spent): Charge {
			if (!isMetered || spent === 'nothing') return free;
			if (spent !== 'unknown' && price) return {usd: costOf(price, spent), isUnknown: false};
			const most = worst(request);
			return {usd: most, isUnknown: most > 0};
		},
	};
}

type BillOptions = Pick<Provider, 'provider' | 'model' | 'effort' | 'isMetered' | 'sizeOf'>;
