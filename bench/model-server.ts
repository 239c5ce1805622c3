import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';

export type Tokens = {input: number; output: number};

type ModelServer = {url: string; close: () => Promise<void>};

const model = 'bench-model';

/**
 * A server on loopback that speaks Chat Completions.
 *
 * @param answer called with the size of each request; its promise takes as long as the model, and resolves to the usage
 */
export async function startModelServer(answer: (bytes: number) => Promise<Tokens>): Promise<ModelServer> {
	const server = createServer(async (incoming, outgoing) => {
		if (incoming.method === 'GET') {
			const entry = {id: model, object: 'model', created: 0, owned_by: 'bench'};
			return send(outgoing, incoming.url === '/v1/models' ? {object: 'list', data: [entry]} : entry);
		}
		const {input, output} = await answer(Buffer.byteLength(await text(incoming)));
		send(outgoing, {
			id: 'chatcmpl-1',
			object: 'chat.completion',
			created: 0,
			model,
			choices: [{index: 0, message: {role: 'assistant', content: '{}'}, finish_reason: 'stop'}],
			usage: {prompt_tokens: input, completion_tokens: output, total_tokens: input + output},
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function send(outgoing: ServerResponse, body: unknown): void {
	outgoing.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(body));
}

/** The options to open its provider. */
export const modelServerOptions = (baseUrl: string) => ({
	model,
	effort: null,
	baseUrl,
	apiKey: null,
	client: 'auto' as const,
	allowRemoteLocal: false,
	env: {},
	fetch: globalThis.fetch,
});
