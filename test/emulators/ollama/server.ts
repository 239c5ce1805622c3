import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {type AnswerOf, type Latency, nextLatency, type SeenRequest} from '../vendor/server.ts';
import {answerLines, contextOf, readQuestion} from './chat.ts';
import {type OllamaFault, ollamaFaults} from './faults.ts';
import {type Installed, install, listed, type OllamaModel, running, shown, withTag} from './models.ts';
import {Library, type Line} from './pull.ts';
import {badName, isBadName, refusalOfChat} from './refusals.ts';
import {send, sendLines, sendText, sendWhole} from './send.ts';
import {openSlots} from './slots.ts';

type Fault = OllamaFault | ((request: SeenRequest) => OllamaFault | null) | null;

export type OllamaOptions = {
	/** Those that are there; default: qwen2.5-coder:7b. */
	models?: readonly (OllamaModel | string)[];
	/** Those that can be pulled; default: those of the tiers. */
	library?: readonly (OllamaModel | string)[];
	/** Default: the smallest value that fits the schema. */
	answer?: AnswerOf;
	fault?: Fault;
	/** Share of a loaded model that lies in the memory of a GPU, 0 to 1; default 1. */
	onGpu?: number;
	/** Between a question that has its slot and the first token of its answer. */
	latencyMs?: Latency;
	/** What the last line of an answer has about the work, in place of the usual figures. */
	work?: () => Line;
	/** Between two tokens of an answer. */
	tokenMs?: number;
	/** Questions that are answered at a time, while the others wait; default 1. */
	slots?: number;
	/** Between two lines of a pull. */
	lineMs?: number;
	/** What a pull fails with at once, such as a registry that cannot be reached. */
	pullError?: string;
};

export type OllamaEmulator = {
	/** `http://127.0.0.1:port` */
	url: string;
	/** Every request, oldest first. */
	requests: SeenRequest[];
	/** Questions to a model among them. */
	asks: () => SeenRequest[];
	/** Names of the models that are there, and of those that are loaded with the context each has. */
	installed: () => string[];
	loaded: Map<string, number>;
	library: Library;
	/** For every request, or for those that a function picks, until it is reset with null. */
	setFault: (fault: Fault) => void;
	close: () => Promise<void>;
};

const usualLibrary = ['qwen2.5-coder:7b', 'qwen2.5-coder:14b', 'llama3.3:70b', 'llama3.1:8b', 'llama3.2:3b'];

/** An Ollama server on loopback. */
export async function startOllama(options: OllamaOptions = {}): Promise<OllamaEmulator> {
	const models = new Map((options.models ?? ['qwen2.5-coder:7b']).map(install).map(model => [model.name, model]));
	const library = new Library(options.library ?? usualLibrary);
	const loaded = new Map<string, number>();
	const requests: SeenRequest[] = [];
	const closing = new AbortController();
	const {onGpu = 1, latencyMs = 0, tokenMs = 0, lineMs = 0} = options;
	const slots = openSlots(options.slots ?? 1);
	let fault: Fault = options.fault ?? null;

	type Route = (outgoing: ServerResponse, body: Line, late: OllamaFault | null, gone: AbortSignal) => unknown;
	const routes: Record<string, Route> = {
		'GET /': outgoing => sendText(outgoing, 200, 'Ollama is running'),
		'HEAD /': outgoing => sendText(outgoing, 200, ''),
		'GET /api/version': outgoing => send(outgoing, 200, {version: '0.12.6'}),
		'GET /api/tags': outgoing => send(outgoing, 200, {models: [...models.values()].map(listed)}),
		'GET /api/ps': outgoing =>
			send(outgoing, 200, {
				models: [...loaded].map(([name, context]) => running(models.get(name)!, {context, onGpu})),
			}),
		'POST /api/show': (outgoing, body) => withModel(outgoing, body, model => send(outgoing, 200, shown(model))),
		'POST /api/chat': (outgoing, body, late, gone) =>
			withModel(outgoing, body, async model => {
				const wrong = refusalOfChat(body, model);
				if (wrong) return send(outgoing, wrong.status, {error: wrong.error});
				const answer = answerLines(body, model, options.answer, late);
				loaded.set(model.name, contextOf(body, model));
				if (!readQuestion(body)) return sendWhole(outgoing, answer);
				const lines = withWork(answer, options.work);
				const release = await slots.take(gone);
				try {
					await pause(nextLatency(latencyMs) + (late === 'slow' ? 1000 : 0), gone);
					if (body.stream === false) await sendWhole(outgoing, lines);
					else await sendLines(outgoing, paced(lines, gone), late, gone);
				} finally {
					release();
				}
			}),
		'POST /api/pull': async (outgoing, body, _, gone) => {
			const name = String(body.model ?? body.name ?? '');
			if (isBadName(name)) return send(outgoing, badName.status, {error: badName.error});
			await sendLines(outgoing, pulling(withTag(name), gone), null, gone);
		},
	};

	/** In time: a line that comes late does not delay the next one. */
	async function* paced<Each>(lines: AsyncIterable<Each>, gone: AbortSignal): AsyncGenerator<Each> {
		let due = performance.now();
		for await (const line of lines) {
			await pause(due - performance.now(), gone);
			yield line;
			due += tokenMs;
		}
	}

	async function* pulling(name: string, gone: AbortSignal): AsyncGenerator<Line> {
		const lines = library.pull(name, options.pullError);
		for (let next = lines.next(); ; next = lines.next()) {
			if (next.done) {
				if (next.value) models.set(name, next.value);
				return;
			}
			await pause(lineMs, gone);
			yield next.value;
		}
	}

	function withModel(outgoing: ServerResponse, body: Line, then: (model: Installed) => unknown): unknown {
		const name = body.model ?? body.name;
		if (!name) return send(outgoing, 400, {error: 'model is required'});
		if (isBadName(String(name))) return send(outgoing, badName.status, {error: badName.error});
		const model = models.get(withTag(String(name)));
		return model ? then(model) : send(outgoing, 404, {error: `model '${name}' not found`});
	}

	const pause = async (ms: number, gone: AbortSignal) => {
		if (ms > 0) await sleep(ms, null, {signal: AbortSignal.any([gone, closing.signal])});
	};

	async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const content = await text(incoming);
		const body = parse(content);
		const path = incoming.url ?? '/';
		const seen: SeenRequest = {
			method: incoming.method ?? '',
			path,
			headers: incoming.headers as Record<string, string>,
			body,
			bytes: Buffer.byteLength(content),
			arrivedAt: performance.now(),
			leftAt: null,
			status: null,
			isAbandoned: false,
			asked: path === '/api/chat' && body ? readQuestion(body) : null,
		};
		requests.push(seen);
		const gone = new AbortController();
		outgoing.on('close', () => {
			seen.leftAt = performance.now();
			if (outgoing.writableFinished) seen.status = outgoing.statusCode;
			else seen.isAbandoned = true;
			gone.abort();
		});
		const wrong = typeof fault === 'function' ? fault(seen) : fault;
		const kind = wrong && ollamaFaults[wrong];
		if (kind && kind !== 'late') return void kind.send(outgoing);
		const route = routes[`${seen.method} ${path}`];
		const isKnown = Object.keys(routes).some(known => known.endsWith(` ${path}`));
		if (!route)
			return isKnown
				? sendText(outgoing, 405, '405 method not allowed')
				: sendText(outgoing, 404, '404 page not found');
		if (seen.method === 'POST' && !body) {
			return send(outgoing, 400, {error: content === '' ? 'missing request body' : 'unexpected EOF'});
		}
		await route(outgoing, body ?? {}, wrong, gone.signal);
	}

	const server = createServer((incoming, outgoing) => {
		serve(incoming, outgoing).catch((error: unknown) => {
			// An answer that has begun, or that nobody waits for, has no room for this.
			if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
			else send(outgoing, 500, {error: `The emulator failed: ${String(error)}`});
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		asks: () => requests.filter(({asked}) => asked !== null),
		installed: () => [...models.keys()],
		loaded,
		library,
		setFault: next => {
			fault = next;
		},
		close: () =>
			new Promise(resolve => {
				closing.abort();
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

async function* withWork(lines: AsyncIterable<Line | string>, work: OllamaOptions['work']) {
	for await (const line of lines) yield work && typeof line === 'object' && line.done ? {...line, ...work()} : line;
}

function parse(content: string): Line | null {
	try {
		const value: unknown = JSON.parse(content);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : null;
	} catch {
		return null;
	}
}
