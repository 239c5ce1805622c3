import {createHmac} from 'node:crypto';
import type {Answer} from '../vendor/faults.ts';
import {type AskedRequest, type Emulator, startVendor, type VendorOptions} from '../vendor/server.ts';
import {smallest, tokensOf} from '../vendor/text.ts';

/** Looks like a key, and no scanner for secrets takes it for one. */
export const goodAcmeKey = ['acme', 'emulator', 'x'.repeat(16)].join('-');

const origin = 'https://api.acme.example';

/** A vendor that there is not: `/models` and `/answers`, both only for requests that are signed with a key. */
export function startAcme({
	keys = [goodAcmeKey],
	answer: answerOf = ({schema}: AskedRequest) => smallest(schema),
	fault = null,
	latencyMs = 0,
}: VendorOptions<string> = {}): Promise<Emulator> {
	const signatures = ({method, path, body}: {method: string; path: string; body: object | null}) => {
		const signed = [method, new URL(origin).host, path, body ? JSON.stringify(body) : ''].join('\n');
		return keys.map(key => createHmac('sha256', key).update(signed).digest('hex'));
	};
	return startVendor(
		{
			keys,
			origin,
			headers: () => ({'content-type': 'application/json'}),
			refusals: {},
			read: ({path, body}) =>
				path === '/answers' && body ? ({schemaName: null, effort: null, ...body} as unknown as AskedRequest) : null,
			async answer(request): Promise<Answer> {
				const signature = request.headers['x-acme-signature'] ?? '';
				if (!signatures(request).includes(signature)) return sent(401, {error: {message: 'bad signature'}});
				if (request.path === '/models') return sent(200, {models: ['acme-1', 'acme-2']});
				if (!request.asked) return sent(404, {error: {message: 'no such path'}});
				const said = await answerOf(request.asked);
				const text = typeof said === 'string' ? said : JSON.stringify(said);
				return sent(200, {text, input: tokensOf(JSON.stringify(request.body)), output: tokensOf(text)});
			},
		},
		{fault, latencyMs},
	);
}

const sent = (status: number, body: object): Answer => ({status, headers: {}, body});
