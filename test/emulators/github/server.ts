import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import type {PullRequestBuilder} from './data.ts';
import {type Answer, type Fault, fault} from './faults.ts';
import {mutationsOf} from './mutations.ts';
import {answerQuery} from './query.ts';
import type {RepositoryData} from './records.ts';
import {rootOf} from './resolvers.ts';
import {answerRest} from './rest.ts';
import type {Permissions, Viewer, World} from './world.ts';

/** What a token may do. `scopes` null: fine-grained, GitHub sends no scopes. */
export type TokenData = {
	login: string;
	/** Addresses of the account, by which the host knows the commits that it did not make itself. */
	emails?: readonly string[];
	scopes: string[] | null;
	/** Of an app's installation; its login ends with `[bot]`. */
	isApp?: boolean;
	/** Whether that is suspended at the moment. */
	isSuspended?: boolean;
	/** Default: it may write all but workflow files, for which a classic token needs the scope `workflow`. */
	permissions?: Partial<Permissions>;
};

/** Looks like a token, and no scanner for secrets takes it for one. */
export const goodToken = ['ghp', 'emulator'.repeat(4)].join('_');

/** Whom tests commit as. */
const octocat: TokenData = {login: 'octocat', emails: ['ada@example.com'], scopes: ['repo', 'read:org']};

export type GitHubOptions = {
	pullRequests?: PullRequestBuilder[];
	repositories?: RepositoryData[];
	/** Default: `goodToken` with the scopes repo and read:org. */
	tokens?: Record<string, TokenData>;
	/** Nodes a page, at most. */
	pageCap?: number;
	/** Whether searches have parentheses and "or"; older servers refuse them. Default: true. */
	searchIsAdvanced?: boolean;
	/** Nodes a query, at most (GitHub: 500,000). */
	nodeLimit?: number;
	/** Bytes of a request, at most: GitHub ends uploads that take longer than some seconds. */
	bodyLimit?: number;
	/** Points of the hour. */
	points?: number;
	/** Milliseconds since the epoch. */
	now?: () => number;
	/** Sees each request when it has taken effect, before its answer is sent. */
	onAnswer?: (request: SeenRequest) => void;
};

export type SeenRequest = {
	method: string;
	path: string;
	authorization: string | null;
	operation: string;
	document: string;
	variables: Record<string, unknown>;
};

export type Write = {operation: string; variables: Record<string, unknown>; at: number};

export type GitHub = {
	/** `http://127.0.0.1:port` */
	url: string;
	/** `127.0.0.1:port` */
	host: string;
	/** What leads the program here; the token is the first of `tokens`. */
	env: {GITHUB_API_URL: string; GITHUB_TOKEN: string};
	world: World;
	/** Every request, oldest first. */
	requests: SeenRequest[];
	/** Every mutation that took effect, oldest first; `at` in milliseconds since the epoch. */
	writes: Write[];
	/** Faults for the next answers, one each; those of an operation wait for it. */
	faults: {next: (...faults: Fault[]) => void; on: (operation: string, ...faults: Fault[]) => void; clear: () => void};
	rate: {limit: number; remaining: number; resetsAt: number};
	close: () => Promise<void>;
};

/** A GitHub on loopback: graphql-js on the official schema at `/graphql` and, as on Enterprise Server, `/api/graphql`. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
	const pullRequests = (options.pullRequests ?? []).map(({data}) => data);
	const listed = options.repositories ?? [];
	const implied = [...new Set(pullRequests.map(({repository}) => repository))]
		.filter(name => !listed.some(({nameWithOwner}) => nameWithOwner === name))
		.map(nameWithOwner => ({nameWithOwner}));
	const tokens = options.tokens ?? {[goodToken]: octocat};
	const world: World = {
		repositories: [...listed, ...implied],
		pullRequests,
		pageCap: options.pageCap ?? 100,
		commits: new Map(),
		emails: new Map(Object.values(tokens).flatMap(({login, emails = []}) => emails.map(email => [email, login]))),
		checkRuns: [],
		searches: [],
		searchIsAdvanced: options.searchIsAdvanced ?? true,
		now: options.now ?? Date.now,
	};
	const {points = 5000, nodeLimit = 500_000, bodyLimit = 10_000_000, now = Date.now} = options;
	const rate = {limit: points, remaining: points, resetsAt: now() + 3_600_000};
	const requests: SeenRequest[] = [];
	const writes: Write[] = [];
	/** When each request to the REST API came that writes. */
	const restWrites: number[] = [];
	const queued: {operation: string | null; fault: Fault}[] = [];

	function rateHeaders(cost: number): Record<string, string> {
		rate.remaining = Math.max(0, rate.remaining - cost);
		return {
			'x-ratelimit-limit': String(rate.limit),
			'x-ratelimit-remaining': String(rate.remaining),
			'x-ratelimit-used': String(rate.limit - rate.remaining),
			'x-ratelimit-reset': String(Math.floor(rate.resetsAt / 1000)),
			'x-ratelimit-resource': 'graphql',
		};
	}

	/** @param isRefused whether a fault refuses it, so that it must have no effect */
	async function answer(request: SeenRequest, isRefused: boolean): Promise<Answer> {
		const token = tokens[request.authorization?.replace(/^(?:bearer|token) /i, '') ?? ''];
		const json = {'content-type': 'application/json; charset=utf-8'};
		if (!token) return {status: 401, headers: json, body: {message: 'Bad credentials', status: '401'}};
		if (token.isSuspended) {
			return {status: 403, headers: json, body: {message: 'This installation has been suspended', status: '403'}};
		}
		const headers = {...json, ...(token.scopes && {'x-oauth-scopes': token.scopes.join(', ')})};
		if (now() >= rate.resetsAt) Object.assign(rate, {remaining: rate.limit, resetsAt: now() + 3_600_000});
		if (rate.remaining === 0) {
			const errors = [{type: 'RATE_LIMITED', message: `API rate limit already exceeded for ${token.login}.`}];
			return {status: 200, headers: {...headers, ...rateHeaders(0)}, body: {errors}};
		}
		const workflows = token.scopes?.includes('workflow') ? 'write' : 'read';
		const permissions: Permissions = {
			contents: 'write',
			pullRequests: 'write',
			checks: 'read',
			workflows,
			...token.permissions,
		};
		const {login, scopes, isApp = false} = token;
		const viewer: Viewer = {login, isApp, seesPrivate: scopes?.includes('repo') ?? true, permissions};
		const isRest = request.document === '';
		const isPart = /^POST git\/(?:blobs|trees)$/.test(request.operation);
		const isWrite = isRest ? request.method !== 'GET' && !isPart : /^\s*mutation\b/.test(request.document);
		if ((isWrite || isPart) && isRefused) return {status: 200, headers, body: {data: null}};
		if (isRest && request.method !== 'GET') restWrites.push(now());
		if (isWrite ? isTooOften(writes, now()) : restWrites.filter(at => at > now() - 60_000).length > mostRestWrites) {
			return (await fault.secondaryLimit({retryAfter: 60})({status: 200, headers, body: null})) as Answer;
		}
		if (isRest) {
			const answered = answerRest(world, viewer, {...request, body: request.variables});
			if (isWrite && answered.status < 300) writes.push(writeOf(request));
			return {...answered, headers: {...headers, ...answered.headers}};
		}
		const root = {...rootOf(world, viewer), ...mutationsOf(world, viewer)};
		const {body, cost} = await answerQuery(request, root, nodeLimit);
		if (isWrite && !('errors' in body)) {
			writes.push(writeOf(request));
		}
		return {status: 200, headers: {...headers, ...rateHeaders(cost)}, body};
	}

	const writeOf = ({operation, variables}: SeenRequest): Write => ({operation, variables, at: now()});

	function faultFor(operation: string): Fault | undefined {
		const index = queued.findIndex(entry => entry.operation === null || entry.operation === operation);
		return index < 0 ? undefined : queued.splice(index, 1)[0]!.fault;
	}

	async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const body = await text(incoming);
		const path = incoming.url ?? '/';
		const method = incoming.method ?? 'GET';
		const isGraphql = method === 'POST' && (path === '/graphql' || path === '/api/graphql');
		const isRest = !isGraphql && /\/repos\/|\/search\/issues\?/.test(path);
		if (!isGraphql && !isRest) return send(outgoing, {status: 404, headers: {}, body: {message: 'Not Found'}});
		if (Buffer.byteLength(body) > bodyLimit) return send(outgoing, {status: 499, headers: {}, body: ''});
		const sent = JSON.parse(body || '{}') as Record<string, unknown>;
		const {query, variables = {}} = isRest ? {query: '', variables: sent} : (sent as Document);
		const operation = isRest ? restOperation(method, path) : (/^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? '');
		const authorization = incoming.headers.authorization ?? null;
		const seen = {method, path, authorization, operation, document: query, variables};
		requests.push(seen);
		const faulty = faultFor(operation);
		const normal = await answer(seen, faulty?.isRefusal ?? false);
		options.onAnswer?.(seen);
		const answered = (await faulty?.(normal)) ?? normal;
		if (answered === 'hang') return;
		if (answered === 'cut') {
			outgoing.writeHead(200, {...normal.headers, 'content-length': '100000'});
			outgoing.write('{"data": {', () => incoming.socket.destroy());
			return;
		}
		send(outgoing, answered);
	}

	const server = createServer((incoming, outgoing) => {
		serve(incoming, outgoing).catch((error: unknown) =>
			send(outgoing, {status: 500, headers: {}, body: {message: String(error)}}),
		);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const url = `http://${host}`;
	return {
		url,
		host,
		env: {GITHUB_API_URL: url, GITHUB_TOKEN: Object.keys(tokens)[0] ?? ''},
		world,
		requests,
		writes,
		faults: {
			next: (...faults) => queued.push(...faults.map(fault => ({operation: null, fault}))),
			on: (operation, ...faults) => queued.push(...faults.map(fault => ({operation, fault}))),
			clear: () => queued.splice(0),
		},
		rate,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

type Document = {query: string; variables?: Record<string, unknown>};

/** `POST git/blobs`; all that only reads is `REST`, but for a search. */
const restOperation = (method: string, path: string) =>
	method === 'GET'
		? path.includes('/search/')
			? 'search'
			: 'REST'
		: `${method} ${/\/(git\/\w+)/.exec(path)?.[1] ?? path}`;

/** A minute: 900 points, of which each takes five (same source as below). */
const mostRestWrites = 180;

/** Source: docs.github.com, "Rate limits for the REST API": 80 requests that create content a minute, 500 an hour. */
function isTooOften(writes: readonly Write[], now: number): boolean {
	const since = (ms: number) => writes.filter(({at}) => at > now - ms).length;
	return since(60_000) >= 80 || since(3_600_000) >= 500;
}

function send(outgoing: ServerResponse, {status, headers, body}: Answer): void {
	const content = typeof body === 'string' ? body : JSON.stringify(body);
	outgoing.writeHead(status, {'content-type': 'application/json; charset=utf-8', ...headers}).end(content);
}
