import {Failure} from '../../../failure.ts';
import {bareAddress} from '../../../text/bare-address.ts';
import {ownerOfKey} from '../../keys/owner.ts';
import {keyVariables} from '../../keys/variables.ts';
import {isVendors, type MeteredId, vendorAddresses} from '../../vendor-addresses.ts';
import type {ProviderOptions} from '../provider.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import type {Refusal} from './refusal.ts';

/** What the sellers of pay-per-use models differ in, beside their protocols. */
export type Vendor = {
	id: MeteredId;
	name: string;
	/** Makes the path of an address one that the SDK can add to; what comes in has no slash at its end. */
	settlePath: (path: string) => string;
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
	kindOf: (refusal: Refusal, isVendors: boolean) => ModelTroubleKind | null;
};

/** A vendor's service, or one that speaks like it, at an address. */
export type Service = {
	vendor: Vendor;
	/** Without a slash at the end, without credentials. */
	address: string;
	/** The address is the vendor's own. */
	isVendors: boolean;
	key: string | null;
	/** Where a key for it belongs, in words. */
	keyPlace: string;
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
	const own = vendorAddresses[vendor.id];
	const url = readAddress(vendor, options.baseUrl?.trim() || own);
	const isOwn = isVendors(vendor.id, url.href);
	if (isOwn && url.protocol !== 'https:') {
		throw new Failure(
			'usage',
			'bad-base-url',
			`This way to ${vendor.name} is not encrypted: the key could be read on it.`,
			`Give the address as ${own}.`,
		);
	}
	const key = options.apiKey?.trim() || null;
	const keyPlace = keyPlaceOf(vendor, key, options);
	const fault = key === null ? null : faultOf(vendor, key, isOwn);
	if (fault !== null) {
		throw new Failure('usage', 'bad-key-format', `Invalid API key: ${fault}`, newKey({vendor, keyPlace}));
	}
	return {
		vendor,
		address: url.href.replace(/\/+$/, ''),
		isVendors: isOwn,
		key,
		keyPlace,
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

/** The general variable is that of the chosen provider: what is in it is not sent to another one. */
function keyPlaceOf({id, name}: Vendor, key: string | null, {env, isStandIn = false}: ProviderOptions): string {
	const own = keyVariables[id];
	const general = env.CR_LLM_API_KEY?.trim();
	if (key === null && general) {
		const isOthers = isStandIn || (ownerOfKey(general) ?? id) !== id;
		const why = isOthers
			? 'CR_LLM_API_KEY holds the key of another provider'
			: `CR_LLM_API_KEY is not used: nothing says that it is a key of ${name}`;
		return `${own} (${why})`;
	}
	return isStandIn ? own : `CR_LLM_API_KEY or ${own}`;
}

/** What to do without a good key. */
export function newKey({vendor: {keysPage}, keyPlace}: Pick<Service, 'vendor' | 'keyPlace'>): string {
	return `Generate a new key at ${keysPage} (a key is shown once, at creation) and put it into ${keyPlace}.`;
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
			`Give it as ${vendorAddresses[vendor.id]}: http or https, without credentials, query and fragment.`,
		);
	}
	url.pathname = vendor.settlePath(url.pathname.replace(/\/+$/, ''));
	return url;
}
