import {Stop} from '../guard.ts';
import {costOf, worstCost} from '../prices.ts';
import type {Price} from '../providers/models.ts';
import {outputRoom} from '../providers/output-room.ts';
import type {ModelReply, ModelRequest} from '../providers/provider.ts';
import {type Provider, specOf} from '../providers/registry.ts';
import {ModelTrouble} from '../providers/trouble.ts';
import type {Usage} from '../providers/usage.ts';

/** The cost of an attempt that was sent, in US dollars; the most that it can be if that is unknown. */
export type Charge = {usd: number; isUnknown: boolean};

/** What requests to one provider cost. */
export type Bill = {
	/** The most that one attempt can cost, in US dollars. @throws {Stop} if the price is unknown */
	worst: (request: ModelRequest) => number;
	ofReply: (request: ModelRequest, reply: ModelReply) => Charge;
	ofError: (request: ModelRequest, error: unknown) => Charge;
};

const free: Charge = {usd: 0, isUnknown: false};

/** The bill of a provider; one that is not metered is free. @param price null if unknown */
export function billOf({provider, model, effort, isMetered, sizeOf}: BillOptions, price: Price | null): Bill {
	if (!isMetered) return {worst: () => 0, ofReply: () => free, ofError: () => free};
	const worst = (request: ModelRequest) => {
		if (price) return worstCost(price, sizeOf(request), outputRoom(request, effort));
		const remedy = `Pass --set llm.price=${model}=<input>/<cached input>/<output> (US dollars per million tokens).`;
		throw new Stop(
			'budget',
			`The price of ${specOf(provider).alias} ${model} is unknown, so the budget cannot be guaranteed.`,
			remedy,
		);
	};
	const of = (request: ModelRequest, usage: Usage | null): Charge => {
		if (usage && price) return {usd: costOf(price, usage), isUnknown: false};
		const most = worst(request);
		return {usd: most, isUnknown: most > 0};
	};
	return {
		worst,
		ofReply: (request, {usage}) => of(request, usage),
		ofError(request, error) {
			const spent = error instanceof ModelTrouble ? error.spent : 'unknown';
			return spent === 'nothing' ? free : of(request, spent === 'unknown' ? null : spent);
		},
	};
}

type BillOptions = Pick<Provider, 'provider' | 'model' | 'effort' | 'isMetered' | 'sizeOf'>;
