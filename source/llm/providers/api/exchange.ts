import {parseObject} from '../../../system/json.ts';
import {ModelTrouble} from '../trouble.ts';
import {readRefusal} from './refusal.ts';
import type {Service} from './service.ts';
import {badApiAnswer, missingKey, noAnswer, refused} from './trouble.ts';

/** No answer to a question is that big; what goes on for longer is not read into memory. */
const largestAnswer = 16 * 1024 * 1024;

type Fetch = typeof globalThis.fetch;

/**
 * Lets an SDK send requests. What carries them is ours, because an SDK reads headers from the process' environment,
 * takes any body of a success for an answer, loses causes, and throws something else when a body is cut than before it.
 * So: exactly the service's headers, no redirects, the answer read to its end under the signal, and only a success
 * that is a JSON object comes back to the SDK.
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
	// An SDK is given JSON and nothing to upload.
	const body = typeof init.body === 'string' ? init.body : null;
	let response: Response;
	let text: string | null;
	try {
		const headers = {...ownHeaders, ...service.vendor.headersFor({method, url: new URL(url), body, key: service.key})};
		response = await service.fetch(url, {method, body, headers, redirect: 'manual', signal});
		text = await readText(response);
	} catch (error) {
		throw noAnswer(service, error);
	}
	if (!response.ok) throw refused(service, readRefusal(response.status, response.headers, text ?? ''));
	if (text === null) throw badApiAnswer(service, 'it is too long');
	if (!parseObject(text)) throw badApiAnswer(service, text.trim() === '' ? 'it is empty' : 'it is not a JSON object');
	return new Response(withoutKey(text, service.key), {headers: {'content-type': 'application/json'}});
}

/** A key that a service repeats would be shown and kept with the answer. A short one may be any word. */
const withoutKey = (text: string, key: string | null) =>
	key === null || key.length < shortestKey ? text : text.replaceAll(key, '***');

const shortestKey = 16;

/** Null where it is larger than any answer. */
async function readText(response: Response): Promise<string | null> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of response.body ?? []) {
		size += part.byteLength;
		if (size > largestAnswer) return null;
		parts.push(part);
	}
	return new TextDecoder().decode(Buffer.concat(parts));
}
