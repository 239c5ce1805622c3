import type {ModelRow} from './models.ts';
import type {OpenService, ProviderOptions} from './provider.ts';
import type {Tier} from './tier.ts';

/**
 * Everything that is particular to a provider. It is in `<name>/spec.ts` and loads only data, because settings and help read
 * it; `open`, `list` and `pull` load libraries. Texts have no full stop.
 */
export type ProviderSpec<Id extends string = string> = {
	/** Its name in settings, reports and stored files: `api-a`. */
	readonly id: Id;
	/** An equal name: `openai`. */
	readonly alias: string;
	/** Names for the provider with one of its tiers; a null tier leaves the model open. */
	readonly preset: {readonly name: string; readonly alias: string; readonly tier: string | null};
	/** The product's name on screens. */
	readonly title: string;
	/** The vendor's name on screens. */
	readonly vendor: string;
	/** Where texts are sent: nowhere, to the vendor of a subscription, or to a vendor that charges by the token. */
	readonly exposure: 'machine' | 'subscription' | 'vendor';
	readonly latency: string;
	readonly setUp: 'easy' | 'medium';
	readonly requires: readonly string[];
	/** What else to know before you choose it. */
	readonly notes: readonly string[];
	/** The first is the default. */
	readonly tiers: readonly [Tier, ...Tier[]];
	/** The vendor's known models, by name; absent if tokens are free. */
	readonly models?: Readonly<Record<string, ModelRow>>;
	/** Its addresses, if it is a server. */
	readonly address?: ProviderAddress;
	/** Its key, if it needs one. */
	readonly key?: ProviderKey;
	/** Other variables that it reads. */
	readonly variables?: readonly {readonly name: string; readonly help: string}[];
	/** The subscription that a client needs: `Claude`. */
	readonly subscription?: string;
	/** How a client's logins begin, if they look like keys. */
	readonly loginBegins?: string;
	/** The programs to choose from, with a note on each, if there are several. */
	readonly programs?: Readonly<Record<string, string>>;
	/** The steps of its setup, in their order: names of checks with their questions. */
	readonly steps: Readonly<Record<string, string>>;
	/**
	 * For a server that usually answers one request at a time, so that more at once only wait: one worker is the default, and
	 * this is what to do if there are more.
	 */
	readonly serial?: {readonly remedy: string};
	readonly open: OpenService;
	/**
	 * Its models.
	 * @throws {ModelTrouble}; {Failure} as `open`
	 */
	readonly list?: (options: ProviderOptions, signal: AbortSignal) => Promise<NotedModel[]>;
	/**
	 * Downloads a model. An abort stops the download, and the next pull resumes it.
	 * @throws {ModelTrouble}; the signal's reason; {Failure} as `open`
	 */
	readonly pull?: (options: ProviderOptions, model: string, signal: AbortSignal) => AsyncIterable<PullProgress>;
};

/** A provider that charges by the token. */
export type VendorSpec<Id extends string = string> = ProviderSpec<Id> &
	Required<Pick<ProviderSpec, 'address' | 'key' | 'models'>>;

export type ProviderAddress = {
	/** The variable for another address. */
	readonly variable: string;
	/** Without a slash at its end. */
	readonly usual: string;
	/** Whether each region has a name below this one. */
	readonly hasRegions?: boolean;
};

export type ProviderKey = {
	/** The variable of the vendor's own programs. */
	readonly variable: string;
	/** How its keys begin: letters, digits and hyphens. The longest match wins. */
	readonly begins: string;
	/** Matches its keys within a text; has the flags `d` and `g`. */
	readonly shapes: readonly RegExp[];
	/** The pages to create keys and to buy credit. */
	readonly page: string;
	readonly billingPage: string;
};

/** A model to choose, with a note on it or an empty text. */
export type NotedModel = {name: string; note: string};

export type PullProgress = {
	/** What the server is doing, in its own words: `pulling manifest`. */
	status: string;
	/** Downloaded bytes of all parts so far. */
	completed: number;
	/** Null until the size of a part is known. */
	total: number | null;
};
