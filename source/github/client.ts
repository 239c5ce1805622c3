import type * as z from 'zod/mini';
import type {Environment} from '../system/environment.ts';
import {explainIssue} from '../system/explain-issue.ts';
import {at, parseObject, textAt} from '../system/json.ts';
import {oneLine} from '../text/one-line.ts';
import {exchange} from './exchange.ts';
import {type Facts, readFacts} from './facts.ts';
import type {Host} from './host.ts';
import {type Bounds, createPatience, defaultBounds, type OnHostWait, type Patience, type Sleep} from './patience.ts';
import type {Token} from './token.ts';
import {type HttpAnswer, openTransport} from './transport.ts';
import {badAnswer, type Subject, unreachable} from './trouble.ts';
import {describeError, type GraphqlError, judgeAttempt, type Verdict} from './verdict.ts';

export type ClientOptions = {
	host: Host;
	token: Token | null;
	fetch: typeof globalThis.fetch;
	env: Environment;
	signal: AbortSignal;
	sleep: Sleep;
	/** Milliseconds since the epoch. */
	now: () => number;
	onWait?: OnHostWait;
	/** Longest time for one request. */
	timeoutMs?: number;
	bounds?: Bounds;
	/** The patience of each query, instead of one within `bounds`. */
	takePatience?: () => Patience;
};

/** Values of the variables that set the page size. */
export type PageSizes = Record<string, number>;

export type Query<Data> = {
	document: string;
	variables: Record<string, unknown>;
	/** What `data` must look like. */
	shape: z.ZodMiniType<Data>;
	/** Path in `data` that must not be null. A null elsewhere only means partial data. */
	required: readonly string[];
	/** Halved if the host rejects the query as too large. */
	sizes?: PageSizes;
	subject?: Subject;
};

export type Reply<Data> = {
	data: Data;
	/** Sentences on what the host omitted, and why. */
	incomplete: string[];
	facts: Facts;
	/** The sizes that worked. */
	sizes: PageSizes;
};

export type Client = {
	host: Host;
	token: Token | null;
	/** @throws Failure failed or authentication, with the codes of trouble.ts; the signal's reason */
	query: <Data>(query: Query<Data>) => Promise<Reply<Data>>;
	/** One attempt to read from the REST API. @param path starts with a slash. @throws what `fetch` throws */
	get: (path: string) => Promise<HttpAnswer>;
};

/**
 * Opens a client for a host; nothing is sent yet. A query waits for rate limits and temporary errors as `bounds` allow,
 * requests smaller pages if one is too large, and returns what arrived with a list of what did not.
 * @throws Failure usage `bad-proxy`
 */
export async function openClient(options: ClientOptions): Promise<Client> {
	const {host, token, signal, now, sleep} = options;
	const {graphql} = await import('@octokit/graphql');
	const {fetch, env, timeoutMs = 30_000} = options;
	const {send, proxy} = await openTransport({fetch, env, signal, url: host.graphqlUrl, timeoutMs});
	const {onWait = () => {}, bounds = defaultBounds} = options;
	const {takePatience = createPatience({sleep, signal, onWait, bounds})} = options;
	const headers = {'user-agent': 'pr-resolve', ...(token && {authorization: `bearer ${token.value}`})};
	const request = graphql.defaults({url: host.graphqlUrl, headers});
	const get = (path: string) =>
		send(`${host.apiUrl}${path}`, {headers: {...headers, accept: 'application/vnd.github+json'}});

	async function attempt<Data>(query: Query<Data>, sizes: PageSizes): Promise<Tried> {
		const {answer, data, errors, trouble} = await exchange(request, send, query.document, {
			...query.variables,
			...sizes,
		});
		signal.throwIfAborted();
		if (!answer)
			return {
				data,
				errors,
				usable: false,
				facts: readFacts(new Headers(), 0),
				verdict: unreachableVerdict(unreachable({host, proxy}, trouble)),
			};
		const {status, headers, body} = answer;
		const facts = readFacts(headers, now());
		const usable = status === 200 && at(data, ...query.required) != null;
		const said = redact(status === 200 ? errors.map(({message}) => oneLine(message)).join('; ') : messageIn(body));
		const about = {host, token, subject: query.subject ?? null, facts, said};
		return {data, errors, usable, facts, verdict: judgeAttempt({...about, status, usable, errors, now: now()})};
	}

	async function query<Data>(asked: Query<Data>): Promise<Reply<Data>> {
		const patience = takePatience();
		let sizes = asked.sizes ?? {};
		for (;;) {
			const {data, errors, usable, facts, verdict} = await attempt(asked, sizes);
			const smaller = verdict.kind === 'shrink' ? halved(sizes) : null;
			if (smaller) {
				sizes = smaller;
				continue;
			}
			const final = verdict.kind === 'shrink' ? verdict.otherwise : verdict;
			if (final.kind === 'wait' && (await patience(final))) continue;
			if (final.kind !== 'accept' && !usable) throw final.failure;
			const checked = asked.shape.safeParse(data);
			if (!checked.success) throw badAnswer({host}, explainIssue(checked.error.issues[0]!));
			return {data: checked.data, incomplete: [...errors.map(missing), ...hiddenBySso(facts)], facts, sizes};
		}
	}

	const missing = (error: GraphqlError) => redact(`${host.host} omitted part of the response: ${describeError(error)}`);
	const redact = (text: string) => (token ? text.replaceAll(token.value, '***') : text);

	return {host, token, query, get};
}

type Tried = {data: unknown; errors: GraphqlError[]; usable: boolean; facts: Facts; verdict: Verdict};

function unreachableVerdict({failure, certain}: ReturnType<typeof unreachable>): Verdict {
	if (certain) return {kind: 'fail', failure};
	return {kind: 'wait', cause: 'transient', reason: 'network error', ms: null, failure};
}

function hiddenBySso({ssoOrganizations}: Facts): string[] {
	if (ssoOrganizations.length === 0) return [];
	const names = ssoOrganizations.join(', ');
	return [`Results from the organizations ${names} are missing: authorize the token for single sign-on.`];
}

function halved(sizes: PageSizes): PageSizes | null {
	const entries = Object.entries(sizes);
	if (entries.every(([, size]) => size <= 1)) return null;
	return Object.fromEntries(entries.map(([name, size]) => [name, Math.max(1, Math.floor(size / 2))]));
}

/** The `message` of an error body; empty for an HTML page. */
const messageIn = (body: string) => oneLine(textAt(parseObject(body), 'message'));
