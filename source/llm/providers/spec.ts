import type {ModelRow} from './models.ts';
import type {OpenProvider, ProviderId, ProviderOptions} from './provider.ts';
import type {Tier} from './tier.ts';

/**
 * Everything that is particular to a provider. It stands in `<name>/spec.ts` and loads nothing but data, since settings and
 * help read it: what takes a library is behind `open`, `list` and `pull`. Texts have no full stop.
 */
export type ProviderSpec = {
	/** As settings, reports and kept files name it: `api-a`. */
	readonly id: ProviderId;
	/** An equal name: `openai`. */
	readonly alias: string;
	/** It and a tier in one word, which has an equal name as well; a null tier leaves the model open. */
	readonly preset: {readonly name: string; readonly alias: string; readonly tier: string | null};
	/** The product, for people. */
	readonly title: string;
	/** Who makes or sells it, for people. */
	readonly vendor: string;
	/** Where texts go: nowhere else, to the vendor of a subscription, or to one that is paid by the token. */
	readonly exposure: 'machine' | 'subscription' | 'vendor';
	readonly latency: string;
	readonly setUp: 'easy' | 'medium';
	readonly requires: readonly string[];
	/** What else one should know before choosing it. */
	readonly notes: readonly string[];
	/** The first is the default. */
	readonly tiers: readonly [Tier, ...Tier[]];
	/** What is known of the vendor's models, by name; absent where tokens cost nothing. */
	readonly models?: Readonly<Record<string, ModelRow>>;
	/** Where it listens, for one that is asked at an address. */
	readonly address?: ProviderAddress;
	/** The key that it takes, if any. */
	readonly key?: ProviderKey;
	/** Variables that it reads besides those. */
	readonly variables?: readonly {readonly name: string; readonly help: string}[];
	/** The subscription that a client needs: `Claude`. */
	readonly subscription?: string;
	/** How the logins of a client begin, if they can be mistaken for keys. */
	readonly loginBegins?: string;
	/** The programs that can serve it, with a word on each, where there is a choice. */
	readonly programs?: Readonly<Record<string, string>>;
	/** What setting it up takes, in the order of doing it: the names of its checks, each with its question. */
	readonly steps: Readonly<Record<string, string>>;
	readonly open: OpenProvider;
	/**
	 * The models that it has.
	 * @throws {ModelTrouble}; {Failure} as `open`
	 */
	readonly list?: (options: ProviderOptions, signal: AbortSignal) => Promise<NotedModel[]>;
	/**
	 * Downloads a model; ends when it is there. Aborting stops the download, and another pull goes on from there.
	 * @throws {ModelTrouble}; the signal's reason; {Failure} as `open`
	 */
	readonly pull?: (options: ProviderOptions, model: string, signal: AbortSignal) => AsyncIterable<PullProgress>;
};

/** One whose tokens cost money. */
export type VendorSpec = ProviderSpec & Required<Pick<ProviderSpec, 'address' | 'key' | 'models'>>;

export type ProviderAddress = {
	/** The variable that names another one. */
	readonly variable: string;
	/** Without a slash at the end. */
	readonly usual: string;
	/** It also listens at names under that one, one for each region. */
	readonly hasRegions?: boolean;
};

export type ProviderKey = {
	/** The variable that the vendor's own programs read. */
	readonly variable: string;
	/** How its keys begin: letters, digits and hyphens. Where several fit, the longest tells. */
	readonly begins: string;
	/** What its keys look like in the midst of a text; `d` and `g` are set. */
	readonly shapes: readonly RegExp[];
	/** Where keys are made, and where credit is bought. */
	readonly page: string;
	readonly billingPage: string;
};

/** A model to choose, with a word on it; empty where there is nothing to say. */
export type NotedModel = {name: string; note: string};

export type PullProgress = {
	/** What the server does, in its words: `pulling manifest`. */
	status: string;
	/** Bytes that are there, of all parts seen so far. */
	completed: number;
	/** Null until the size of a part is known. */
	total: number | null;
};
