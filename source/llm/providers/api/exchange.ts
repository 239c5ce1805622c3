import {parseObject} from '../../../system/json.ts';
import {readBodyText} from '../body-text.ts';
import {ModelTrouble} from '../trouble.ts';
import {readRefusal} from './refusal.ts';
import type {Service} from './service.ts';
import {badApiAnswer, missingKey, noAnswer, refusedByApi} from './trouble.ts';

type Fetch = typeof globalThis.fetch;

/**
 * Sends an SDK's requests. SDKs themselves read headers from the process' environment, accept any body of a success, lose
 * causes, and throw different errors before and within a body. So this sends only the service's headers, follows no
 * redirects, reads the whole answer under the signal, and returns only a success that is a JSON object.
 * @throws {ModelTrouble}; the signal's reason
 */
export async function exchangeWithApi<T>(
	service: Service,
	signal: AbortSignal,
	call: (fetch: Fetch) => PromiseLike<T>,
): Promise<T> {
	signal.throwIfAborted();
	if (service.key === null && service.isVendors) throw missingKey(service);
	const seen: {trouble: unknown; isAnswered: boolean} = {trouble: null, isAnswered: false};
	const send: Fetch = async (url, init) => {
		try {
			const response = await transmit(service, signal, String(url), init ?? {});
			seen.isAnswered = true;
			return response;
		} catch (trouble) {
			seen.trouble = trouble;
			throw trouble;
		}
	};
	try {
		return await call(send);
	} catch (error) {
		signal.throwIfAborted();
		if (seen.trouble instanceof ModelTrouble) throw seen.trouble;
		throw seen.isAnswered ? badApiAnswer(service, String(error)) : error;
	}
}

const ownHeaders = {accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'pr-resolve'};

async function transmit(service: Service, signal: AbortSignal, url: string, init: RequestInit): Promise<Response> {
	const {method = 'GET'} = init;
	// Requests are JSON, without uploads.
	const body = typeof init.body === 'string' ? init.body : null;
	let response: Response;
	let text: string | null;
	try {
		const headers = {...ownHeaders, ...service.vendor.headersFor({method, url: new URL(url), body, key: service.key})};
		response = await service.route.fetch(url, {method, body, headers, redirect: 'manual', signal});
		text = await readBodyText(response);
	} catch (error) {
		throw noAnswer(service, error);
	}
	if (!response.ok) throw refusedByApi(service, readRefusal(response.status, response.headers, text ?? ''));
	if (text === null) throw badApiAnswer(service, 'it is too long');
	if (!parseObject(text)) throw badApiAnswer(service, text.trim() === '' ? 'it is empty' : 'it is not a JSON object');
	return new Response(withoutKey(text, service.key), {headers: {'content-type': 'application/json'}});
}

/** A key that the service repeats would be shown and stored with the answer. A short key could be any word. */
const withoutKey = (text: string, key: string | null) =>
	key === null || key.length < shortestKey ? text : text.replaceAll(key, '***');

const shortestKey = 16;
