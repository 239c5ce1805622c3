import {Failure} from '../../../failure.ts';
import {routeTo} from '../../../system/proxy/route.ts';
import {bareAddress} from '../../../text/web-address.ts';
import {isVendors} from '../address.ts';
import type {ProviderOptions} from '../provider.ts';
import type {VendorSpec} from '../spec.ts';
import type {ModelTroubleKind} from '../trouble.ts';
import type {ApiRefusal} from './refusal.ts';

/** The differences between pay-per-use vendors, besides their protocols. */
export type Vendor = {
	/** Completes the path of an address for the SDK; the given path has no slash at its end. */
	settlePath: (path: string) => string;
	/** The message for a key that the vendor refuses. */
	keyRejected: string;
	/** Why a text cannot be a key of this vendor; null if it can be one. */
	faultOfKey: (key: string, isVendors: boolean) => string | null;
	/** A warning about an unusual key that the vendor may accept; null for none. */
	oddityOfKey?: (key: string) => string | null;
	/** The headers for authentication and others that the vendor requires. A signature can cover the whole request. */
	headersFor: (request: Outgoing) => Record<string, string>;
	/** The meaning of answers whose status alone is ambiguous; null for all others. */
	kindOf: (refusal: ApiRefusal, isVendors: boolean) => ModelTroubleKind | null;
};

/** A request before its headers. */
export type Outgoing = {method: string; url: URL; body: string | null; key: string | null};

export type Service = ReturnType<typeof openService>;

/**
 * A vendor's service, or a compatible one, at an address.
 * @throws {Failure} usage `bad-base-url`, `bad-key-format`, `bad-proxy`
 */
export function openService(spec: VendorSpec, vendor: Vendor, options: ProviderOptions) {
	const {model, longestRetryMs = Number.POSITIVE_INFINITY} = options;
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
		/** Without credentials and without a slash at its end. */
		address: url.href.replace(/\/+$/, ''),
		/** Whether the address is the vendor's own. */
		isVendors: isOwn,
		key,
		/** Where to put its key, in words. */
		keyPlace,
		model,
		/** As in `ProviderOptions`. */
		longestRetryMs,
		route: routeTo(url.href, options),
	};
}

/** The general variable has the selected provider's key, which is not sent to another one. */
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

/** The remedy for a missing or wrong key. */
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
