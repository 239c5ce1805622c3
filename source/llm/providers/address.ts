import type {ProviderSpec} from './spec.ts';

/** Whether an address (null: the provider's own) is the vendor's, where the list prices hold. Regional ones are dearer. */
export function isVendorAddress({address}: ProviderSpec, baseUrl: string | null): boolean {
	if (baseUrl === null) return true;
	return address !== undefined && URL.canParse(baseUrl) && hostOf(baseUrl) === hostOf(address.usual);
}

/** Whether the vendor itself listens at an address, in whichever region. */
export function isVendors({usual, hasRegions = false}: NonNullable<ProviderSpec['address']>, address: string): boolean {
	const [host, own] = [hostOf(address), hostOf(usual)];
	return host === own || (hasRegions && host.endsWith(`.${own}`));
}

/** With a dot at its end a name is the same. */
const hostOf = (address: string) => new URL(address).hostname.replace(/\.$/, '');
