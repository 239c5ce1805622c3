import type {Environment} from '../../system/environment.ts';
import type {Way} from '../../way.ts';
import type {ModelTroubleKind} from './trouble.ts';
import type {Usage} from './usage.ts';

/** As settings, reports and kept files name a provider: `api-a`. The registry has them all. */
export type ProviderId = string;

/** How long a model may think before it answers; null leaves it to the model. */
export type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;

/** A model with the effort it is asked for: what prices, cache entries and circuits are kept by. */
export type ModelChoice = {provider: ProviderId; model: string; effort: Effort};

/**
 * JSON Schema in the strictest subset that all providers take: the root is an object, every property is required
 * (`null` among its types where it may be missing), no bounds, no `$schema`.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One question to a model. */
export type ModelRequest = {
	/** Instructions and whatever else is the same in many requests: what a provider may cache. */
	head: string;
	/** What this request is about. */
	body: string;
	/** What the answer must look like. The name is `[a-z_]+`. */
	schema: JsonSchema;
	schemaName: string;
	/** For the answer; what an effort needs for thinking comes on top (`outputRoom`). */
	maximumOutputTokens: number;
	/** Hash of what is asked, without the line numbers: two requests with the same key deserve the same answer. */
	key: string;
	/** Id of the comment that this is about: for the accounts, not sent. */
	about?: string;
};

export type ModelReply = {
	/** The answer as it came: JSON according to the schema, if the model kept to it. */
	text: string;
	/** Why the model stopped. `length`: cut off by the maximum. `refusal`: it, or a filter, declined to answer. */
	stop: 'complete' | 'length' | 'refusal';
	/** Null where the provider does not tell. */
	usage: Usage | null;
	/** As the provider names it in its answer. */
	model: string;
};

/** One line of what was checked before a provider is used, in the order in which things are needed. */
export type ProviderCheck = {
	/** `server`, `model`, `GPU`, `program`, `login`, `key`, ... */
	name: string;
	status: 'ok' | 'warning' | 'failed';
	detail: string;
	/** What to do; empty where there is nothing to. A command to run stands in it in full. */
	remedy: string;
	/** What a program can do about it; absent where there is nothing. */
	ways?: readonly Way[];
	/** Set where it failed. */
	trouble: ModelTroubleKind | null;
};

/** A model service, with nothing between it and the caller: guards wrap it. */
export type Provider = ModelChoice & {
	/** Where texts go, for people: an address without credentials, or the name of a program. */
	readonly address: string;
	/** The texts stay on this machine. */
	readonly isLocal: boolean;
	/** So many tokens a head must have for the provider to keep it for later requests; absent where it keeps none. */
	readonly smallestKeptHead?: number;
	/** Requests cost money by their tokens; others are free or paid for otherwise. */
	readonly isMetered: boolean;
	/** Loads the library that it asks with, which takes its time once: to be awaited before a clock runs. */
	load(): Promise<unknown>;
	/** Size in bytes of everything that a request sends as text, schema and wrapping included: bounds its input tokens. */
	sizeOf(request: ModelRequest): number;
	/**
	 * Asks once: no retries, no time limit of its own but the signal's, which ends the request or the child process at once.
	 * @throws {ModelTrouble}; the signal's reason when it aborts
	 */
	ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
	/**
	 * Yields each check as it is done and ends after the first that fails. Costs no tokens.
	 * @param load a model that this machine runs is loaded, which takes a while: only then is known what it runs on
	 */
	check(signal: AbortSignal, how?: {load: boolean}): AsyncGenerator<ProviderCheck, void>;
	/** Checks, after each answer, what could not be known before it; null where there is nothing new. Costs no tokens. */
	checkAnswered?(signal: AbortSignal): Promise<ProviderCheck | null>;
};

/** A provider as far as it matters whose key it is; without `key` it is a client, and the key is its login. */
export type KeyOwner = {id: ProviderId; alias: string; title: string; vendor: string; key?: object};

/** What a provider is opened with; each kind takes of it what concerns it. */
export type ProviderOptions = {
	model: string;
	effort: Effort;
	/** Null stands for the vendor's own address, or the local default. */
	baseUrl: string | null;
	apiKey: string | null;
	/** The provider whose keys, or logins, begin like this one; null if none does. */
	ownerOfKey?: (key: string) => KeyOwner | null;
	/** Another provider is the chosen one, whose key is in CR_LLM_API_KEY. */
	isStandIn?: boolean;
	/** Which of its programs serves it, where there is a choice; `auto`: the first that is logged in. */
	client: string;
	/** A server that is not on this machine is fine with the user. */
	allowRemoteLocal: boolean;
	env: Environment;
	fetch: typeof globalThis.fetch;
	/** Milliseconds since the epoch: for limits that end at a time of day. The system's clock where it is not given. */
	now?: () => number;
};

/** @throws {Failure} usage `remote-local`, `bad-base-url`, `bad-key-format`, ... for options that cannot work */
export type OpenProvider = (options: ProviderOptions) => Promise<Provider>;
