import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Answer, type FaultInit, type FaultName, waysToFail} from './faults.ts';

/** A request to a model, in the same words for every vendor. */
export type AskedRequest = {
	model: string;
	/** Instructions and everything else before the question. */
	head: string;
	body: string;
	schema: Record<string, unknown> | null;
	schemaName: string | null;
	maximumOutputTokens: number | null;
	effort: string | null;
};

/** What the model says: a text as it is, a call of a tool, anything else as JSON. */
export type AnswerOf = (request: AskedRequest) => unknown;

/** A call of a tool, with its arguments; a text where the tool takes one. */
export class ToolCall {
	readonly name: string;
	readonly input: unknown;

	constructor(name: string, input: unknown) {
		this.name = name;
		this.input = input;
	}
}

export type SeenRequest = {
	method: string;
	path: string;
	headers: Record<string, string>;
	body: Record<string, unknown> | null;
	/** Of the body as it came. */
	bytes: number;
	/** Milliseconds on a clock that only goes forward. */
	arrivedAt: number;
	/** Null while it is being served. */
	leftAt: number | null;
	/** Of the answer; null where none was sent whole. */
	status: number | null;
	/** The other side went away before it had the answer. */
	isAbandoned: boolean;
	asked: AskedRequest | null;
};

/** A fault for all requests, or for those that a function picks; null for none. */
export type Fault = FaultName | FaultInit | ((request: SeenRequest) => FaultName | FaultInit | null) | null;

export type VendorOptions<Model> = {
	/** Keys that are taken; default: the `key` that the emulator gives. */
	keys?: readonly string[];
	models?: readonly Model[];
	/** Default: the smallest value that fits the schema. */
	answer?: AnswerOf;
	fault?: Fault;
	/** Between a question and its answer. */
	latencyMs?: Latency;
};

/** Always the same, or another one each time. */
export type Latency = number | (() => number);

export const nextLatency = (latencyMs: Latency) => (typeof latencyMs === 'number' ? latencyMs : latencyMs());

export type Emulator = {
	/** `http://127.0.0.1:port` */
	url: string;
	/** The first key that is taken. */
	key: string;
	/** Leads requests for the vendor's own address here, and no other anywhere. */
	fetch: typeof globalThis.fetch;
	/** Every request, oldest first. */
	requests: SeenRequest[];
	/** Questions to the model among them. */
	asks: () => SeenRequest[];
	setFault: (fault: Fault) => void;
	close: () => Promise<void>;
};

/** What of a vendor's behaviour is its own. */
export type Behaviour = {
	keys: readonly string[];
	/** Origin of the vendor's own address. */
	origin: string;
	/** Headers of every answer. */
	headers: () => Record<string, string>;
	/** Answers of faults that the vendor itself makes; of `refusal` and `truncated` see `twist`. */
	refusals: Partial<Record<FaultName, (fault: FaultInit) => Answer>>;
	/** Tells a question to the model from all else, if it is whole. */
	read: (request: SeenRequest) => AskedRequest | null;
	answer: (request: SeenRequest, twist: 'refusal' | 'truncated' | null) => Promise<Answer>;
};

/** Serves a vendor's behaviour on loopback. */
export async function startVendor(
	behaviour: Behaviour,
	options: {fault: Fault; latencyMs: Latency},
): Promise<Emulator> {
	const requests: SeenRequest[] = [];
	let fault = options.fault;
	const closing = new AbortController();

	async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const content = await text(incoming);
		const seen: SeenRequest = {
			method: incoming.method ?? '',
			path: incoming.url ?? '/',
			headers: incoming.headers as Record<string, string>,
			body: parse(content),
			bytes: Buffer.byteLength(content),
			arrivedAt: performance.now(),
			leftAt: null,
			status: null,
			isAbandoned: false,
			asked: null,
		};
		seen.asked = behaviour.read(seen);
		requests.push(seen);
		const gone = new AbortController();
		outgoing.on('close', () => {
			seen.leftAt = performance.now();
			if (outgoing.writableFinished) seen.status = outgoing.statusCode;
			else seen.isAbandoned = true;
			gone.abort();
		});
		const picked = typeof fault === 'function' ? fault(seen) : fault;
		const wrong = typeof picked === 'string' ? {name: picked} : picked;
		const waitMs =
			(seen.asked ? nextLatency(options.latencyMs) : 0) + (wrong?.name === 'slow' ? (wrong.ms ?? 1000) : 0);
		if (waitMs > 0) await sleep(waitMs, null, {signal: AbortSignal.any([gone.signal, closing.signal])});
		const refusal = wrong && behaviour.refusals[wrong.name];
		if (refusal) return send(outgoing, refusal(wrong));
		const twist = wrong?.name === 'refusal' || wrong?.name === 'truncated' ? wrong.name : null;
		const answer = await behaviour.answer(seen, twist);
		const fail = wrong && waysToFail[wrong.name];
		if (fail) fail(outgoing, {...answer, headers: {...behaviour.headers(), ...answer.headers}}, wrong);
		else send(outgoing, answer);
	}

	function send(outgoing: ServerResponse, {status, headers, body}: Answer): void {
		const content = typeof body === 'string' ? body : JSON.stringify(body);
		outgoing.writeHead(status, {...behaviour.headers(), ...headers}).end(content);
	}

	const server = createServer((incoming, outgoing) => {
		serve(incoming, outgoing).catch((error: unknown) => {
			if (outgoing.destroyed) return;
			send(outgoing, {status: 500, headers: {}, body: {error: {message: `The emulator failed: ${String(error)}`}}});
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		key: behaviour.keys[0] ?? '',
		fetch: (input, init) => {
			const asked = new URL(String(input));
			if (asked.origin !== behaviour.origin && asked.origin !== url) throw new TypeError(`not emulated: ${asked.href}`);
			return globalThis.fetch(`${url}${asked.pathname}${asked.search}`, init);
		},
		requests,
		asks: () => requests.filter(({asked}) => asked !== null),
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

function parse(content: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(content);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: null;
	} catch {
		return null;
	}
}
