import {networkReason} from '../../../system/errors.ts';
import {throughProxy} from '../../../system/proxy/address.ts';
import {proxyFault} from '../../../system/proxy/trouble.ts';
import {readRetryAfterMs} from '../../../system/retry-after.ts';
import {kindOfStatus, longerContext, ModelTrouble, type ModelTroubleKind, waitAdvice} from '../trouble.ts';
import type {Spent} from '../usage.ts';
import {withoutKeys} from '../without-keys.ts';
import type {ApiRefusal} from './refusal.ts';
import {newKey, type Service} from './service.ts';

type Wording = (service: Service, status: number, retryAfterMs: number | null) => {text: string; remedy?: string};

const wordsByKind: Partial<Record<ModelTroubleKind, Wording>> = {
	authentication: service => ({
		text: `${service.vendor.keyRejected} (401 Unauthorized)`,
		remedy: service.isVendors ? newKey(service) : `Put the key for this server in ${service.keyPlace}.`,
	}),
	subscription: () => ({
		text: 'Permission denied (403 Forbidden)',
		remedy: 'Check the permissions of the key and its project, and whether your region is supported.',
	}),
	quota: ({spec, isVendors}) => ({
		text: 'Rate limit exceeded: quota exceeded',
		remedy: isVendors
			? `Add credits or raise the limit at ${spec.key.billingPage}.`
			: 'Add credits or raise the limit.',
	}),
	'rate-limit': ({longestRetryMs}, _, retryAfterMs) => ({
		text: 'Rate limit exceeded',
		remedy: `${waitAdvice(retryAfterMs, longestRetryMs)} Use fewer workers, or add credits.`,
	}),
	'model-missing': ({model}) => ({
		text: `model does not exist: ${model}`,
		remedy: 'Correct the model name (--llm-model).',
	}),
	overloaded: (service, status) => ({text: `${nameOf(service)} is overloaded (${status})`, remedy: 'Try again later.'}),
	'server-error': (service, status) => ({
		text: `${nameOf(service)} returned an error (${status})`,
		remedy: 'Try again later.',
	}),
	timeout: (service, status) => ({
		text: `${nameOf(service)} timed out (${status})`,
		remedy: 'Try again later.',
	}),
	'too-large': () => ({text: 'The request is too long for the model', remedy: longerContext}),
	'bad-request': ({address}, status) => ({
		text: `${new URL(address).host} rejected the request (${status})`,
		remedy: `Check the model and the address: ${address}`,
	}),
	protocol: ({address}, status) => ({
		text: `${new URL(address).host} returned a redirect (${status})`,
		remedy: `Check the address: ${address}. Redirects are not followed, because they would carry the key elsewhere.`,
	}),
};

const nameOf = ({spec, isVendors, address}: Service) => (isVendors ? spec.vendor : new URL(address).host);

/** The meaning of an answer without success. Its message contains no secret. */
export function refusedByApi(service: Service, refusal: ApiRefusal): ModelTrouble {
	const {status, headers} = refusal;
	const kind = service.vendor.kindOf(refusal, service.isVendors) ?? kindOfStatus(status);
	return apiTroubleOf(service, kind, {
		status,
		said: refusal.message,
		retryAfterMs: readRetryAfterMs(headers),
		// 503 and 529 are sent before any work; with other statuses the service may have worked on the request.
		spent: status === 408 || (status >= 500 && status !== 503 && status !== 529) ? 'unknown' : 'nothing',
	});
}

export function apiTroubleOf(
	service: Service,
	kind: ModelTroubleKind,
	about: {status: number; said: string; retryAfterMs?: number | null; spent: Spent},
): ModelTrouble {
	const {status, said, retryAfterMs = null, spent} = about;
	const {text, remedy = ''} = wordsByKind[kind]?.(service, status, retryAfterMs) ?? {text: kind};
	const quoted = newIn(quote(service, said), text);
	return new ModelTrouble(kind, quoted ? `${text}: ${quoted}` : text, {remedy, retryAfterMs, spent});
}

/** What may be shown of a text of the service, or of a proxy in its place. */
const quote = ({route, key}: Service, text: string) => withoutKeys(route.proxy?.hide(text) ?? text, key);

/** What a service's message adds to our message: nothing if it has no other word; a common start is removed. */
function newIn(said: string, ours: string): string {
	const known = new Set(lowerCaseWords(ours));
	if (lowerCaseWords(said).every(word => known.has(word))) return '';
	let rest = said;
	while (rest.toLowerCase().startsWith(ours.toLowerCase())) rest = rest.slice(ours.length).replace(/^[\s:.]+/, '');
	return rest;
}

const lowerCaseWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}._-]*/gu) ?? [];

export function missingKey({spec, keyPlace}: Service): ModelTrouble {
	return new ModelTrouble('authentication', `There is no API key for ${spec.vendor}`, {
		remedy: `Set ${keyPlace}. Create a key at ${spec.key.page}.`,
	});
}

/** A success with content that does not follow the protocol. */
export function badApiAnswer(service: Service, what: string, spent: Spent = 'unknown'): ModelTrouble {
	return new ModelTrouble('protocol', `${service.address} sent an invalid answer: ${quote(service, what)}`, {
		remedy: 'Check the address and the proxy: something else may have answered.',
		spent,
	});
}

/** A success in which a part is not where the protocol has it. */
export function badShape(
	service: Service,
	{issues}: {issues: readonly {path: readonly PropertyKey[]}[]},
): ModelTrouble {
	const place = issues[0]?.path.map(String).join('.') || 'the whole';
	return badApiAnswer(service, `${place} is missing or invalid`);
}

const silence =
	'Connections close after five minutes without data, regardless of llm.timeout. Choose a faster model, or one that thinks less.';

/** The meaning of what `fetch` throws if the answer is missing or incomplete. */
export function noAnswer(service: Service, error: unknown): ModelTrouble {
	const {code, message, isCertificate, isUnsent} = networkReason(error);
	const text = [code, quote(service, message)].filter(part => part !== '').join(': ');
	const {proxy} = service.route;
	const where = `${new URL(service.address).host}${throughProxy(proxy)}`;
	const fault = proxy && proxyFault(proxy, error);
	if (fault) {
		const {reason, remedy, isFinal: isTriedOut} = fault;
		return new ModelTrouble('unreachable', `Cannot reach ${where}: ${reason}`, {remedy, isTriedOut, cause: error});
	}
	if (isUnsent) {
		const refusal = code === 'ECONNREFUSED' ? `Connection refused: ${where}` : `Cannot reach ${where}: ${text}`;
		const remedy = isCertificate
			? 'Set NODE_EXTRA_CA_CERTS to the certificate authority of your network.'
			: `Check the network and the address: ${service.address}`;
		return new ModelTrouble('unreachable', refusal, {remedy, cause: error});
	}
	const after = {spent: 'unknown', cause: error} as const;
	if (/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code)) {
		return new ModelTrouble('timeout', `${where} stopped sending data`, {remedy: silence, ...after});
	}
	const remedy = 'Check the network and the proxy, or try again later.';
	return new ModelTrouble('cut-off', `The connection to ${where} broke: ${text}`, {remedy, ...after});
}
