import type {Way} from '../../failure.ts';
import {namesOf} from '../../system/by-name.ts';
import type {Environment} from '../../system/environment.ts';
import type {ModelTroubleKind} from './trouble.ts';
import type {Usage} from './usage.ts';

/** Tokens for thinking before the answer, which services count as output. A low effort needs none beside the answer's. */
const thinking = {
	none: 0,
	minimal: 0,
	low: 0,
	medium: 4096,
	high: 12_288,
	xhigh: 28_672,
	max: 28_672,
} as const;

/** How much a model may think before it answers; null for the model's default. */
export type Effort = keyof typeof thinking | null;

export const efforts = namesOf(thinking);

/** The nearest effort of a vendor that has none below `low`. */
export const fromLowOn = (effort: NonNullable<Effort>) => (effort === 'none' || effort === 'minimal' ? 'low' : effort);

/** The maximum output of a model, in tokens, for thinking and answer. */
export const outputRoom = ({maximumOutputTokens}: ModelRequest, effort: Effort): number =>
	maximumOutputTokens + (effort === null ? 0 : thinking[effort]);

/**
 * JSON Schema in the strictest subset that all providers take: the root is an object, every property is required
 * (`null` is among its types if it may be missing), no bounds, no `$schema`.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ModelRequest = {
	/** Instructions and other text that many requests share, for the provider's cache. */
	head: string;
	/** The part that only this request has. */
	body: string;
	/** The shape of the answer. The name is `[a-z_]+`. */
	schema: JsonSchema;
	schemaName: string;
	/** For the answer; `outputRoom` adds the tokens for thinking. */
	maximumOutputTokens: number;
	/** Hash of the question without line numbers: requests with the same key have the same answer. */
	key: string;
	/** Id of the comment, for the metrics; it is not sent. */
	about?: string;
};

/** Tokens that a server processed, and how long it took. */
export type Stretch = {tokens: number; ms: number};

/** A server's own account of one request. */
export type ServerWork = {
	/** The prompt, without the part that the server still had from an earlier one. */
	read: Stretch;
	/** The answer. */
	written: Stretch;
	/** Milliseconds that the request waited for others. */
	queueMs: number;
};

export type ModelReply = {
	/** The answer as it arrived: JSON by the schema, if the model followed it. */
	text: string;
	/**
	 * Why the model stopped. `length`: it reached the maximum. `refusal`: the model or a filter declined to answer. `unfinished`:
	 * it stopped without an end.
	 */
	stop: 'complete' | 'length' | 'refusal' | 'unfinished';
	/** Null if the provider does not report it. */
	usage: Usage | null;
	/** Its name in the provider's answer. */
	model: string;
	/** The server's own account; null or absent if it has none. */
	work?: ServerWork | null;
};

/** One check of a provider before its use. Checks are in the order in which things are needed. */
export type ProviderCheck = {
	/** `server`, `model`, `GPU`, `program`, `login`, `key`, ... */
	name: string;
	status: 'ok' | 'warning' | 'failed';
	detail: string;
	/** What to do, with the whole command to run; empty if there is nothing to do. */
	remedy: string;
	/** What a program can do about it; absent if nothing. */
	ways?: readonly Way[];
	/** Set if it failed. */
	trouble: ModelTroubleKind | null;
};

/** A model of a provider, without guards. */
export type ModelService = {
	readonly model: string;
	readonly effort: Effort;
	/** Where texts are sent: an address without credentials, or the name of a program. */
	readonly address: string;
	/** Whether texts stay on this machine. */
	readonly isLocal: boolean;
	/** The fewest tokens of a head that the provider caches for later requests; absent if it caches none. */
	readonly smallestKeptHead?: number;
	/** Whether requests are charged by their tokens. Otherwise they are free or part of a subscription. */
	readonly isMetered: boolean;
	/** Set if answers arrive bit by bit and `ask` reports each part: the time limit of an attempt is one of silence. */
	readonly isStreamed?: true;
	/** Loads the library for requests. Await it before you start a clock, because it takes a while once. */
	load(): Promise<unknown>;
	/** Size in bytes of all text of a request, including schema and wrapping: an upper bound of its input tokens. */
	sizeOf(request: ModelRequest): number;
	/**
	 * Sends the request once, without retries. There is no time limit but the signal, which ends the request or the process at once.
	 * @param onPart called with each part of an answer that arrives bit by bit: tokens so far
	 * @throws {ModelTrouble}; the signal's reason when it aborts
	 */
	ask(request: ModelRequest, signal: AbortSignal, onPart?: (tokens: number) => void): Promise<ModelReply>;
	/**
	 * Loads a local model, without a question. It can take minutes, and no time if the model is loaded. Absent if there is nothing to load.
	 * @throws as `ask`
	 */
	loadModel?(signal: AbortSignal): Promise<void>;
	/**
	 * Yields each check when it is done, and ends after the first that fails. Uses no tokens.
	 * @param load whether to load a local model, which takes a while, to see what it runs on
	 */
	check(signal: AbortSignal, how?: {load: boolean}): AsyncGenerator<ProviderCheck, void>;
	/** Checks after each answer what was not known before; null if nothing is new. Uses no tokens. */
	checkAnswered?(signal: AbortSignal): Promise<ProviderCheck | null>;
};

/** The provider that a key belongs to. Without `key` it is a client, whose login begins like this. */
export type KeyOwner = {id: string; alias: string; title: string; vendor: string; key?: object};

/** The options to open a provider with; each kind uses some of them. */
export type ProviderOptions = {
	model: string;
	effort: Effort;
	/** Null for the vendor's own address, or the local default. */
	baseUrl: string | null;
	apiKey: string | null;
	/** The provider whose keys or logins begin like this one; null if there is none. */
	ownerOfKey?: (key: string) => KeyOwner | null;
	/** Whether another provider is selected, so that CR_LLM_API_KEY has that one's key. */
	isStandIn?: boolean;
	/**
	 * The longest wait requested by a service after which a rate-limited request is sent again, in milliseconds; null if
	 * it never is. Default: any wait.
	 */
	longestRetryMs?: number | null;
	/** Which of its programs to use, if it has several; `auto`: the first that is logged in. */
	client: string;
	/** Whether the user allows a server on another machine. */
	allowRemoteLocal: boolean;
	env: Environment;
	fetch: typeof globalThis.fetch;
	/** Milliseconds since the epoch, for limits that end at a time of day. Default: the system's clock. */
	now?: () => number;
};

/** @throws {Failure} usage `remote-local`, `bad-base-url`, `bad-key-format`, ... for options that cannot work */
export type OpenService = (options: ProviderOptions) => Promise<ModelService>;
