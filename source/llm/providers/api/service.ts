import {Failure} from '../../../failure.ts';
import {bareAddress} from '../../../text/bare-address.ts';
import {isVendors} from '../address.ts';
import type {ProviderOptions} from '../provider.ts';
import type {VendorSpec} from '../spec.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import type {ApiRefusal} from './refusal.ts';

/** What the sellers of pay-per-use models differ in, beside their protocols. */
export type Vendor = {
	/** Makes the path of an address one that the SDK can add to; what comes in has no slash at its end. */
	settlePath: (path: string) => string;
	/** What is said of a key that the vendor refuses. */
	keyRejected: string;
	/** Why a text cannot be a key of this vendor; null where it can. */
	faultOfKey: (key: string, isVendors: boolean) => string | null;
	/** What is odd about a key that the vendor may still accept; null if nothing is. */
	oddityOfKey?: (key: string) => string | null;
	/** The headers that tell who asks, and whatever else the vendor wants; a signature can cover all of the request. */
	headersFor: (request: Outgoing) => Record<string, string>;
	/** Answers that their status alone does not tell; null for all others. */
	kindOf: (refusal: ApiRefusal, isVendors: boolean) => ModelTroubleKind | null;
};

/** A request before its headers. */
export type Outgoing = {method: string; url: URL; body: string | null; key: string | null};

/** A vendor's service, or one that speaks like it, at an address. */
export type Service = {
	spec: VendorSpec;
	vendor: Vendor;
	/** Without a slash at the end, without credentials. */
	address: string;
	/** The address is the vendor's own. */
	isVendors: boolean;
	key: string | null;
	/** Where a key for it belongs, in words. */
	keyPlace: string;
	model: string;
	fetch: typeof globalThis.fetch;
};

/**
 * Reads where a service is and what it is opened with.
 * @throws {Failure} usage `bad-base-url`, `bad-key-format`
 */
export function openService(spec: VendorSpec, vendor: Vendor, options: ProviderOptions): Service {
	const {model, fetch} = options;
	const url = readAddress(spec, vendor, options.baseUrl?.trim() || spec.address.usual);
	const isOwn = isVendors(spec.address, url.href);
	if (isOwn && url.protocol !== 'https:') {
		throw new Failure(
			'usage',
			'bad-base-url',
			`The connection to ${spec.vendor} is not encrypted: others could read the key.`,
			`Use the address ${spec.address.usual}.`,
		);
	}
	const key = options.apiKey?.trim() || null;
	const keyPlace = keyPlaceOf(spec, key, options);
	const fault = key === null ? null : faultOf(key, isOwn, spec, vendor, options);
	if (fault !== null) {
		throw new Failure('usage', 'bad-key-format', `Invalid API key: ${fault}`, newKey({spec, keyPlace}));
	}
	return {
		spec,
		vendor,
		address: url.href.replace(/\/+$/, ''),
		isVendors: isOwn,
		key,
		keyPlace,
		model,
		fetch,
	};
}

/** The general variable is that of the chosen provider: what is in it is not sent to another one. */
function keyPlaceOf(
	spec: VendorSpec,
	key: string | null,
	{env, ownerOfKey, isStandIn = false}: ProviderOptions,
): string {
	const own = spec.key.variable;
	const general = env.CR_LLM_API_KEY?.trim();
	if (key === null && general) {
		const isOthers = isStandIn || (ownerOfKey?.(general) ?? spec).id !== spec.id;
		const why = isOthers
			? 'CR_LLM_API_KEY contains the key for another provider'
			: `CR_LLM_API_KEY is ignored because it may not be a key for ${spec.vendor}`;
		return `${own} (${why})`;
	}
	return isStandIn ? own : `CR_LLM_API_KEY or ${own}`;
}

/** What to do without a good key. */
export function newKey({spec, keyPlace}: Pick<Service, 'spec' | 'keyPlace'>): string {
	return `Generate a new key at ${spec.key.page} (a key is shown once, at creation) and put it in ${keyPlace}.`;
}

function faultOf(
	key: string,
	isVendors: boolean,
	spec: VendorSpec,
	{faultOfKey}: Vendor,
	{ownerOfKey}: ProviderOptions,
): string | null {
	if (!/^[\x21-\x7e]+$/.test(key)) return 'it contains characters that keys do not have.';
	const owner = ownerOfKey?.(key) ?? spec;
	const provider = `the provider ${owner.alias}`;
	if (owner.key === undefined) return `it is a login for ${owner.title} (${provider}), not an API key.`;
	if (isVendors && owner.id !== spec.id)
		return `it is a key for ${owner.vendor} (${provider}), not for ${spec.vendor}.`;
	return faultOfKey(key, isVendors);
}

function readAddress(spec: VendorSpec, {settlePath}: Vendor, given: string): URL {
	const url = URL.canParse(given) ? new URL(given) : null;
	const isUsable = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
	if (!isUsable) {
		throw new Failure(
			'usage',
			'bad-base-url',
			`${bareAddress(given)} is not an address for the ${spec.vendor} API.`,
			`Expected: an http:// or https:// address without a password, query or fragment, such as ${spec.address.usual}.`,
		);
	}
	url.pathname = settlePath(url.pathname.replace(/\/+$/, ''));
	return url;
}
