import type {meteredIds, ProviderId} from '../settings/providers.ts';

/** Whose tokens cost money. */
export type MeteredId = (typeof meteredIds)[number];

/** Something that providers have whose tokens cost money, and no others. */
export type OfMetered<Value> = Readonly<Record<MeteredId, Value> & Partial<Record<ProviderId, Value>>>;

/** Where the sellers of metered models listen, without a slash at the end. */
export const vendorAddresses: OfMetered<string> = {
	'api-a': 'https://api.openai.com/v1',
	'api-b': 'https://api.anthropic.com',
};

/** Those that also listen at names under that of their address, one for each region. */
const haveRegions: ReadonlySet<ProviderId> = new Set(['api-a']);

/** Whether an address (null: the provider's own) is the vendor's, where the list prices hold. Regional ones are dearer. */
export function isVendorAddress(provider: ProviderId, baseUrl: string | null): boolean {
	const own = vendorAddresses[provider];
	return baseUrl === null || (own !== undefined && URL.canParse(baseUrl) && hostOf(baseUrl) === hostOf(own));
}

/** Whether the vendor itself listens at an address, in whichever region. */
export function isVendors(provider: MeteredId, address: string): boolean {
	const [host, own] = [hostOf(address), hostOf(vendorAddresses[provider])];
	return host === own || (haveRegions.has(provider) && host.endsWith(`.${own}`));
}

/** With a dot at its end a name is the same. */
const hostOf = (address: string) => new URL(address).hostname.replace(/\.$/, '');
