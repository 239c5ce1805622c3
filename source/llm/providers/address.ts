import type {ProviderSpec} from './spec.ts';

/** Whether an address (null: the provider's own) is the vendor's, where the list prices apply. Regional addresses cost more. */
export function isVendorAddress({address}: ProviderSpec, baseUrl: string | null): boolean {
	if (baseUrl === null) return true;
	return address !== undefined && URL.canParse(baseUrl) && hostOf(baseUrl) === hostOf(address.usual);
}

/** Whether an address is the vendor's own, in any region. */
export function isVendors({usual, hasRegions = false}: NonNullable<ProviderSpec['address']>, address: string): boolean {
	const [host, own] = [hostOf(address), hostOf(usual)];
	return host === own || (hasRegions && host.endsWith(`.${own}`));
}

/** A host name may end with a dot. */
const hostOf = (address: string) => new URL(address).hostname.replace(/\.$/, '');
