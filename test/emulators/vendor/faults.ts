import type {ServerResponse} from 'node:http';

/** What can go wrong, by name. Those that are answers look as the vendor writes them. */
export const faultNames = [
	'auth',
	'forbidden',
	'billing',
	'quota',
	/** With `Retry-After`: 7 seconds unless `retryAfter` says otherwise. */
	'rate-limit',
	'rate-limit-silent',
	'overloaded',
	'unavailable',
	'server-error',
	'gateway-timeout',
	'request-timeout',
	'too-large',
	/** A page of HTML with status 502, as a gateway sends it. */
	'html',
	/** 200, and a page of HTML. */
	'portal',
	/** 200, JSON that ends in the middle. */
	'malformed',
	/** 200, JSON that is no object. */
	'not-object',
	/** 200, an object that has nothing of what it must. */
	'empty-object',
	'empty',
	'redirect',
	'cut-before-headers',
	'cut-in-body',
	'hang',
	/** Headers, half of the body, then nothing more. */
	'hang-in-body',
	/** A good answer after `ms`. */
	'slow',
	/** The model declines; 200. */
	'refusal',
	/** The answer is cut off by its maximum; 200. */
	'truncated',
	/** A good answer of many megabytes that goes on and on. */
	'flood',
] as const;

export type FaultName = (typeof faultNames)[number];

export type FaultInit = {
	name: FaultName;
	retryAfter?: string | number;
	retryAfterMs?: number;
	ms?: number;
	to?: string;
};

/** An answer about to be sent. A `body` that is a string goes out as it is. */
export type Answer = {status: number; headers: Record<string, string>; body: unknown};

type Sending = (outgoing: ServerResponse, answer: Answer, fault: FaultInit) => void;

/** Faults of the way that the answer takes, whatever it is. */
export const waysToFail: Partial<Record<FaultName, Sending>> = {
	html: outgoing => {
		outgoing.writeHead(502, {'content-type': 'text/html'}).end('<html><body>Bad gateway</body></html>');
	},
	portal: outgoing => {
		outgoing.writeHead(200, {'content-type': 'text/html'}).end('<html><body>Please log in</body></html>');
	},
	malformed: (outgoing, {headers, body}) => {
		const whole = JSON.stringify(body);
		outgoing.writeHead(200, headers).end(whole.slice(0, whole.length / 2));
	},
	'not-object': (outgoing, {headers}) => {
		outgoing.writeHead(200, headers).end('["ok"]');
	},
	'empty-object': (outgoing, {headers}) => {
		outgoing.writeHead(200, headers).end('{}');
	},
	empty: (outgoing, {headers}) => {
		outgoing.writeHead(200, headers).end();
	},
	redirect: (outgoing, _, {to = 'http://127.0.0.1:9/'}) => {
		outgoing.writeHead(307, {location: to}).end();
	},
	'cut-before-headers': outgoing => {
		outgoing.socket?.destroy();
	},
	'cut-in-body': (outgoing, answer) => {
		half(outgoing, answer, () => outgoing.socket?.destroy());
	},
	hang: () => {},
	'hang-in-body': (outgoing, answer) => {
		half(outgoing, answer, () => {});
	},
	flood: (outgoing, {headers}) => {
		outgoing.writeHead(200, headers);
		const part = Buffer.alloc(1024 * 1024, ' ');
		const pour = () => {
			while (!outgoing.destroyed && outgoing.write(part));
		};
		outgoing.on('drain', pour);
		pour();
	},
};

function half(outgoing: ServerResponse, {headers, body}: Answer, then: () => void): void {
	const whole = JSON.stringify(body);
	outgoing.writeHead(200, {...headers, 'content-length': String(Buffer.byteLength(whole))});
	outgoing.write(whole.slice(0, whole.length / 2), then);
}
