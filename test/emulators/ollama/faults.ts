import type {ServerResponse} from 'node:http';

/** What can go wrong, by name; answers look as the server, or a proxy before it, writes them. */
export const ollamaFaults = {
	/** The answer of a model in the cloud without a login. */
	auth: refuse(401, {error: 'unauthorized', signin_url: 'https://ollama.com/connect'}),
	forbidden: refuse(403, {error: 'cloud is disabled'}),
	'rate-limit': refuse(429, {error: 'too many requests'}, {'retry-after': '7'}),
	overloaded: refuse(503, {error: 'server busy, please try again.  maximum pending requests exceeded'}),
	'server-error': refuse(500, {error: 'llama runner process has terminated: exit status 2'}),
	'out-of-memory': refuse(500, {
		error: 'model requires more system memory (48.3 GiB) than is available (7.1 GiB)',
	}),
	/** As its runner puts it: an error within the error, as JSON in a string. */
	'too-large': refuse(400, {error: tooLong(9074, 8192)}),
	html: raw(502, 'text/html', '<html><body>Bad gateway</body></html>'),
	portal: raw(200, 'text/html', '<html><body>Please log in</body></html>'),
	'not-found': raw(404, 'text/plain', '404 page not found'),
	malformed: raw(200, 'application/x-ndjson', '{"model":"m","message":{"content":"a"}}\n{"mess\n{"done":true}\n'),
	'not-object': raw(200, 'application/json', '["ok"]\n'),
	'empty-object': raw(200, 'application/json', '{}\n'),
	empty: raw(200, 'application/json', ''),
	redirect: {
		send: (outgoing: ServerResponse) => outgoing.writeHead(307, {location: 'http://127.0.0.1:9/api/chat'}).end(),
	},
	'cut-before-headers': {send: (outgoing: ServerResponse) => outgoing.socket?.destroy()},
	hang: {send: () => {}},
	flood: {
		send(outgoing: ServerResponse) {
			outgoing.writeHead(200, {'content-type': 'application/json'});
			const part = Buffer.alloc(1024 * 1024, ' x');
			const pour = () => {
				while (!outgoing.destroyed && outgoing.write(part));
			};
			outgoing.on('drain', pour);
			pour();
		},
	},
	// The rest happens while a model answers; anything else is answered well.
	/** Half of the answer, then the connection breaks. */
	'cut-in-body': 'late',
	/** Half of the answer, then nothing more. */
	'hang-in-body': 'late',
	/** Half of the answer, then an error in a line of its own. */
	'mid-stream-error': 'late',
	/** The answer without its last line. */
	'no-end': 'late',
	/** The last line ends in the middle. */
	'half-line': 'late',
	/** Cut off by its maximum. */
	truncated: 'late',
	/** The model declines, in prose. */
	refusal: 'late',
	/** No counts of tokens. */
	'no-usage': 'late',
	/** A word that never ends, one line at a time. */
	endless: 'late',
	/** A good answer after a second. */
	slow: 'late',
} as const satisfies Record<string, {send: (outgoing: ServerResponse) => unknown} | 'late'>;

export type OllamaFault = keyof typeof ollamaFaults;

/** The runner's words for a prompt that does not fit. */
export function tooLong(tokens: number, context: number): string {
	const message = `request (${tokens} tokens) exceeds the available context size (${context} tokens), try increasing it`;
	return JSON.stringify({error: {code: 400, message, type: 'exceed_context_size_error'}});
}

function raw(status: number, type: string, content: string) {
	return {send: (outgoing: ServerResponse) => outgoing.writeHead(status, {'content-type': type}).end(content)};
}

function refuse(status: number, body: object, headers: Record<string, string> = {}) {
	const all = {'content-type': 'application/json; charset=utf-8', ...headers};
	return {send: (outgoing: ServerResponse) => outgoing.writeHead(status, all).end(JSON.stringify(body))};
}
