import {ReadableStream} from 'node:stream/web';
import type {Ollama} from 'ollama';
import {parseObject} from '../../../system/json.ts';
import {onFirstUse} from '../../../system/on-first-use.ts';
import {readRetryAfterMs} from '../../../system/retry-after.ts';
import {readBodyText} from '../body-text.ts';
import {errorMessage} from '../error-message.ts';
import type {ProviderOptions} from '../provider.ts';
import {ollamaAddress} from './address.ts';
import {checkedLines} from './lines.ts';
import {notOllama, refusedByOllama, translate} from './trouble.ts';

export type OllamaServer = ReturnType<typeof ollamaServer>;

export type ServerOptions = Pick<ProviderOptions, 'baseUrl' | 'env' | 'allowRemoteLocal' | 'fetch'>;

/** @throws {Failure} as `ollamaAddress` */
export function ollamaServer(options: ServerOptions) {
	return {
		...ollamaAddress(options),
		fetch: options.fetch,
		/** Connects to the server without a proxy. Opened on first use. */
		agent: onFirstUse(async () => {
			// A bundled CommonJS package has only a default export.
			const {default: undici} = await import('undici');
			// A model on a slow machine may need more than undici's default of five minutes.
			return new undici.Agent({headersTimeout: 0, bodyTimeout: 0});
		}),
	};
}

export const loadOllama = () => import('ollama');

/**
 * Opens a call to the server. It must be closed, which also ends requests that are still running. The SDK has no signal for
 * most of its requests and no time limit, follows redirects and prints to the console. So it gets our own fetch: it obeys
 * the signal, uses no proxy (Node would use one for loopback addresses too), refuses redirects, and passes only well-formed
 * answers to the SDK.
 * @param model for messages
 */
export async function openCall(server: OllamaServer, model: string, signal: AbortSignal) {
	signal.throwIfAborted();
	const {Ollama} = await loadOllama();
	const end = new AbortController();
	const whole = AbortSignal.any([signal, end.signal]);
	const dispatcher = await server.agent();
	const send: typeof globalThis.fetch = async (url, {method = 'GET', body = null, headers = {}} = {}) => {
		// Its types are from another undici release than Node's own.
		const init: object = {method, body, headers, signal: whole, redirect: 'manual', dispatcher};
		const response = await server.fetch(url, init);
		if (!response.ok) throw await readRefusedAnswer(response, model, server.href);
		if (!response.body) throw notOllama(server.href, 'its answer is empty');
		const odd = (why: string) => notOllama(server.href, why);
		const reported = (message: string) => refusedByOllama({status: null, message}, model);
		const checked = isStreamed(body)
			? (ReadableStream.from(checkedLines(response.body, {reported, odd})) as typeof response.body)
			: await readWhole(response, server.href);
		return new Response(checked, {headers: response.headers});
	};
	return {
		client: new Ollama({host: server.href, fetch: send}),
		/** Converts an error into the one to throw. */
		trouble: (error: unknown): unknown => (signal.aborted ? signal.reason : translate(error, server.href)),
		close: () => end.abort(),
	};
}

/**
 * Makes one call.
 * @throws {ModelTrouble}; the signal's reason
 */
export async function call<T>(
	server: OllamaServer,
	model: string,
	signal: AbortSignal,
	work: (client: Ollama) => Promise<T>,
): Promise<T> {
	const opened = await openCall(server, model, signal);
	try {
		return await work(opened.client);
	} catch (error) {
		throw opened.trouble(error);
	} finally {
		opened.close();
	}
}

function isStreamed(body: unknown): boolean {
	return typeof body === 'string' && parseObject(body)?.stream === true;
}

async function readWhole(response: Response, address: string): Promise<string> {
	const text = await readBodyText(response);
	if (text === null) throw notOllama(address, 'its answer is too long');
	return text;
}

async function readRefusedAnswer(response: Response, model: string, address: string) {
	const {status, headers} = response;
	const text = await readWhole(response, address);
	if (status < 400) return notOllama(address, `it returned a redirect (${status})`);
	const message = ollamaError(text);
	// Only the server itself wraps errors like this; a gateway or another program does not.
	if (message === null && status === 404) return notOllama(address, 'it does not have the requested path');
	return refusedByOllama(
		{status, message: message ?? `status ${status}`, retryAfterMs: readRetryAfterMs(headers)},
		model,
	);
}

function ollamaError(text: string): string | null {
	const error = parseObject(text)?.error;
	return typeof error === 'string' ? errorMessage(error) : null;
}
