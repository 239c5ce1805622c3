import type {HostWorld, OnWait} from '../code-host/port.ts';
import {explainIssue} from '../system/explain-issue.ts';
import {at, type JsonObject, listAt, parseJson, parseObject, textAt} from '../system/json.ts';
import type {ProxyAddress} from '../system/proxy/address.ts';
import {waitingFor} from '../system/waits.ts';
import {oneLine} from '../text/shorten.ts';
import {type Exchange, exchange} from './exchange.ts';
import {type Facts, hiddenBySso, readFacts} from './facts.ts';
import type {Host} from './host.ts';
import {smallerPages} from './page-sizes.ts';
import {type Bounds, createPatience, defaultBounds} from './patience.ts';
import type {HostLimit, PageSizes, Query, Refusal, Reply, RestReply, RestRequest} from './request.ts';
import type {Token} from './token.ts';
import {type HttpAnswer, openTransport, type Send} from './transport.ts';
import {badAnswer, type FailureContext, unreachable} from './trouble.ts';
import {describeError, type FinalVerdict, type GraphqlError, judgeAttempt, type Verdict} from './verdict.ts';

export type ClientOptions = Pick<HostWorld, 'fetch' | 'env' | 'signal' | 'sleep' | 'now' | 'waits'> & {
	host: Host;
	token: Token | null;
	onWait?: OnWait;
	/** Longest time for one request. */
	timeoutMs?: number;
	bounds?: Bounds;
};

export type Client = {
	host: Host;
	token: Token | null;
	/** The proxy that its requests go through; null if there is none. */
	proxy: ProxyAddress | null;
	/** @throws Failure failed or authentication, with the codes of trouble.ts; the signal's reason */
	query: <Data>(query: Query<Data>) => Promise<Reply<Data>>;
	/** The same for callers to which the words of the host matter. @throws the signal's reason */
	tryQuery: <Data>(query: Query<Data>) => Promise<Reply<Data> | Refusal>;
	/** Sends it as patiently as a query. @throws the signal's reason */
	tryRest: (request: RestRequest) => Promise<RestReply | Refusal>;
	/** One attempt to read from the REST API. Null if it fails, or the response is no object. @param path its steps */
	get: (...path: string[]) => Promise<JsonObject | null>;
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
	const {send: sendAlone, proxy} = openTransport({fetch, env, signal, url: host.graphqlUrl, timeoutMs});
	const send: Send = (...sent) => waitingFor(options.waits, host.host, () => sendAlone(...sent));
	const {onWait = () => {}, bounds = defaultBounds} = options;
	const takePatience = createPatience({sleep, signal, onWait, bounds});
	const headers = {'user-agent': 'pr-resolve', ...(token && {authorization: `bearer ${token.value}`})};
	const request = graphql.defaults({url: host.graphqlUrl, headers});
	const restHeaders = {...headers, accept: 'application/vnd.github+json'};
	const get = async (...path: string[]) => {
		const url = `${host.apiUrl}/${path.map(encodeURIComponent).join('/')}`;
		const answer = await send(url, {headers: restHeaders}).catch(() => null);
		return answer?.status === 200 ? parseObject(answer.body) : null;
	};

	const judge = (answer: HttpAnswer | null, {data, part, errors: sent, trouble, ...about}: Sent): Tried => {
		signal.throwIfAborted();
		if (!answer) {
			const verdict = unreachableVerdict(unreachable({host, proxy}, trouble));
			return {data, errors: [], usable: false, status: null, facts: readFacts(new Headers(), 0), verdict};
		}
		const {status, headers, body} = answer;
		const isDone = status >= 200 && status < 300;
		const read = readFacts(headers, now());
		const facts = {...read, location: read.location && withoutSecrets(read.location)};
		const errors = (isDone ? sent : errorsIn(body)).map(error => ({...error, message: withoutSecrets(error.message)}));
		const said = errors.map(({message}) => oneLine(message)).join('; ');
		const usable = isDone && part != null;
		const isNull = part === null;
		const attempt = {host, token, facts, said, status, usable, isNull, errors, now: now(), ...about};
		return {data, errors, usable, status, facts, verdict: judgeAttempt(attempt)};
	};

	async function attempt<Data>({document, required, subject, needs, ...query}: Query<Data>, sizes: PageSizes) {
		const {answer, ...sent} = await exchange(request, send, document, {...query.variables, ...sizes});
		return judge(answer, {...sent, part: at(sent.data, ...required), subject: subject ?? null, needs});
	}

	async function tryQuery<Data>(asked: Query<Data>): Promise<Reply<Data> | Refusal> {
		const patience = takePatience();
		let sizes = asked.sizes ?? {};
		for (;;) {
			const {data, status, usable, facts, verdict, ...sent} = await attempt(asked, sizes);
			const errors = sent.errors.filter(({path}) => asked.optional === undefined || path?.at(-1) !== asked.optional);
			const isDivided = verdict.kind === 'shrink' && asked.isDivisible === true;
			const smaller = verdict.kind === 'shrink' && !isDivided ? smallerPages(sizes) : null;
			if (smaller) {
				sizes = smaller;
				continue;
			}
			const final = verdict.kind === 'shrink' ? verdict.otherwise : verdict;
			const tired = !isDivided && final.kind === 'wait' ? await patience(final) : undefined;
			if (tired === null) continue;
			if (final.kind !== 'accept' && (isDivided || !usable)) {
				return {failure: tired ?? final.failure, status, errors, isTooLarge: isDivided, limit: limitIn(final)};
			}
			const checked = asked.shape.safeParse(data);
			if (!checked.success) {
				return {failure: badAnswer({host}, explainIssue(checked.error)), status, errors};
			}
			const incomplete = [...errors.map(missing), ...hiddenBySso(facts)];
			return {data: checked.data, incomplete, errors, facts, sizes};
		}
	}

	async function query<Data>(asked: Query<Data>): Promise<Reply<Data>> {
		const answered = await tryQuery(asked);
		if ('failure' in answered) throw answered.failure;
		return answered;
	}

	async function tryRest({method, path, body, subject, needs}: RestRequest): Promise<RestReply | Refusal> {
		const patience = takePatience();
		const content = body && {body: JSON.stringify(body)};
		const init = {method, ...content, headers: {...restHeaders, 'content-type': 'application/json'}};
		for (;;) {
			const {answer, trouble} = await send(`${host.apiUrl}${path}`, init).then(
				answer => ({answer, trouble: null}),
				(trouble: unknown) => ({answer: null, trouble}),
			);
			const data = answer && parseJson(answer.body);
			const sent = {subject: subject ?? null, needs, data, part: true, errors: [], trouble};
			const {status, errors, facts, verdict} = judge(answer, sent);
			const final = verdict.kind === 'shrink' ? verdict.otherwise : verdict;
			const tired = final.kind === 'wait' ? await patience(final) : undefined;
			if (tired === null) continue;
			if (final.kind !== 'accept') return {failure: tired ?? final.failure, status, errors, limit: limitIn(final)};
			return {data, incomplete: hiddenBySso(facts)};
		}
	}

	const missing = (error: GraphqlError) => `${host.host} omitted part of the response: ${describeError(error)}`;
	/** Before it is cut to a line, because a part of a token can do harm too. */
	const withoutSecrets = (text: string) => {
		const shown = token ? text.replaceAll(token.value, '***') : text;
		return proxy?.hide(shown) ?? shown;
	};

	return {host, token, proxy, query, tryQuery, tryRest, get};
}

/** A request that was sent: the data and errors in the response, or what was thrown in its place. */
type Sent = Omit<Exchange, 'answer'> &
	Pick<FailureContext, 'subject' | 'needs'> & {
		/** The part of the data that is required. */
		part: unknown;
	};

type Tried = Omit<Refusal, 'failure'> & {data: unknown; usable: boolean; facts: Facts; verdict: Verdict};

function unreachableVerdict({failure, certain, isTimeout}: ReturnType<typeof unreachable>): Verdict {
	if (certain) return {kind: 'fail', failure};
	const wait = {kind: 'wait', cause: 'transient', reason: 'network error', ms: null, failure} as const;
	return isTimeout ? {kind: 'shrink', otherwise: wait} : wait;
}

const limitIn = (verdict: FinalVerdict): HostLimit | null =>
	verdict.kind === 'wait' && verdict.cause === 'limit' ? verdict : null;

/** The errors of a REST response: its message, which can have several lines, and those of its fields. Source: docs.github.com, "Troubleshooting the REST API". */
function errorsIn(body: string): GraphqlError[] {
	const answer = parseObject(body);
	const messages = [answer, ...listAt(answer, 'errors')].map(
		error => textAt(error, 'message') || textAt({error}, 'error'),
	);
	return messages.filter(Boolean).map(message => ({type: null, message, path: null}));
}
