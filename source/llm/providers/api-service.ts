import {Failure} from '../../failure.ts';
import {bareAddress} from '../../settings/bare-address.ts';
import type {ProviderOptions} from '../provider.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import type {Refusal} from './api-refusal.ts';

/** What the sellers of pay-per-use models differ in, beside their protocols. */
export type Vendor = {
	name: string;
	/** Where it listens, without a slash at the end. */
	address: string;
	/** It also listens at names under that of its address, one for each region. */
	hasRegions: boolean;
	/** Makes the path of an address one that the SDK can add to; what comes in has no slash at its end. */
	settlePath: (path: string) => string;
	keyVariable: string;
	/** Where keys are made, and where credit is bought. */
	keysPage: string;
	billingPage: string;
	/** What is said of a key that the vendor refuses. */
	keyRejected: string;
	/** Why a text cannot be a key of this vendor; null where it can. */
	faultOfKey: (key: string, isVendors: boolean) => string | null;
	/** Every header that a request carries beside those of its body. */
	headersWith: (key: string | null, host: string) => Record<string, string>;
	/** Answers that their status alone does not tell; null for all others. */
	kindOf: (refusal: Refusal) => ModelTroubleKind | null;
};

/** A vendor's service, or one that speaks like it, at an address. */
export type Service = {
	vendor: Vendor;
	/** Without a slash at the end, without credentials. */
	address: string;
	/** The address is the vendor's own. */
	isVendors: boolean;
	key: string | null;
	model: string;
	headers: Readonly<Record<string, string>>;
	fetch: typeof globalThis.fetch;
};

/**
 * Reads where a service is and what it is opened with.
 * @throws {Failure} usage `bad-base-url`, `bad-key-format`
 */
export function openService(vendor: Vendor, options: ProviderOptions): Service {
	const {model, fetch} = options;
	const url = readAddress(vendor, options.baseUrl?.trim() || vendor.address);
	const isVendors = isAt(vendor, url.hostname);
	if (isVendors && url.protocol !== 'https:') {
		throw new Failure(
			'usage',
			'bad-base-url',
			`This way to ${vendor.name} is not encrypted: the key could be read on it.`,
			`Give the address as ${vendor.address}.`,
		);
	}
	const key = options.apiKey?.trim() || null;
	const fault = key === null ? null : faultOf(vendor, key, isVendors);
	if (fault !== null) {
		throw new Failure('usage', 'bad-key-format', `Invalid API key: ${fault}`, newKey(vendor));
	}
	return {
		vendor,
		address: url.href.replace(/\/+$/, ''),
		isVendors,
		key,
		model,
		headers: {
			accept: 'application/json',
			'content-type': 'application/json',
			'user-agent': 'pr-resolve',
			...vendor.headersWith(key, url.hostname),
		},
		fetch,
	};
}

function isAt({address, hasRegions}: Vendor, hostname: string): boolean {
	const own = new URL(address).hostname;
	return hostname === own || (hasRegions && hostname.endsWith(`.${own}`));
}

/** What to do without a good key. */
export function newKey({keysPage, keyVariable}: Vendor): string {
	return `Generate a new key at ${keysPage} (a key is shown once, at creation) and set CR_LLM_API_KEY or ${keyVariable} to it.`;
}

function faultOf(vendor: Vendor, key: string, isVendors: boolean): string | null {
	if (!/^[\x21-\x7e]+$/.test(key)) return 'it holds characters that no key has.';
	return vendor.faultOfKey(key, isVendors);
}

function readAddress(vendor: Vendor, given: string): URL {
	const url = URL.canParse(given) ? new URL(given) : null;
	const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
	if (!isUsable) {
		throw new Failure(
			'usage',
			'bad-base-url',
			`This is not the address of a server for ${vendor.name}'s protocol: ${bareAddress(given)}`,
			`Give it as ${vendor.address}: http or https, without credentials, query and fragment.`,
		);
	}
	url.pathname = vendor.settlePath(url.pathname.replace(/\/+$/, ''));
	return url;
}
