import type {ProviderSpec} from './spec.ts';

type Exposure = {
	readonly kind: string;
	readonly cost: 'free' | 'free with subscription' | 'pay per use';
	readonly privacy: 'high' | 'medium' | 'low';
	/** Where the texts go. */
	readonly privacyNote: string;
};

/** What you choose a provider by. */
export type ProviderFacts = Exposure & Pick<ProviderSpec, 'title' | 'latency' | 'setUp' | 'requires' | 'notes'>;

/** What follows from where the texts go. */
const exposures: Readonly<Record<ProviderSpec['exposure'], (vendor: string) => Exposure>> = {
	machine: () => ({
		kind: 'model server on this machine',
		cost: 'free',
		privacy: 'high',
		privacyNote: 'data stays on the machine',
	}),
	subscription: vendor => ({
		kind: `subscription client of ${vendor}`,
		cost: 'free with subscription',
		privacy: 'medium',
		privacyNote: `data goes to ${vendor}`,
	}),
	vendor: vendor => ({
		kind: `pay-per-use API of ${vendor}`,
		cost: 'pay per use',
		privacy: 'low',
		privacyNote: `data goes to ${vendor}`,
	}),
};

export function factsOf({title, vendor, exposure, latency, setUp, requires, notes}: ProviderSpec): ProviderFacts {
	return {title, ...exposures[exposure](vendor), latency, setUp, requires, notes};
}
