import type * as z from 'zod/mini';
import type {Location} from '../code-host/location.ts';
import {Failure} from '../failure.ts';
import type {Facts} from './facts.ts';
import type {Wait} from './patience.ts';
import type {Subject} from './trouble.ts';
import type {GraphqlError} from './verdict.ts';

/** Values of the variables that set the page size: objects in a page, and in each of them. */
export type PageSizes = {first?: number; inner?: number};

export type Query<Data> = {
	document: string;
	variables: Record<string, unknown>;
	shape: z.ZodMiniType<Data>;
	/** Path in `data` that must not be null. A null elsewhere only means partial data. */
	required: readonly string[];
	/** Smaller if the host rejects the query as too large. */
	sizes?: PageSizes;
	/** Name of a field that may be missing without a word: the token may not be allowed to see it. */
	optional?: string;
	/** If it is too large, it fails at once instead: the caller sends it in parts. */
	isDivisible?: boolean;
	subject?: Subject;
	/** The permissions of a fine-grained token that it needs, for the failure; default: those to read. */
	needs?: string;
};

/** What queries about one pull request have in common. */
export const aboutPullRequest = ({owner, name, number}: Location) => ({
	variables: {owner, name, number},
	required: ['repository', 'pullRequest'],
	subject: {repository: `${owner}/${name}`, number},
});

/** Sends a query again as older servers know it, if they do not accept it. */
export const askEither = <Data>(ask: (document: string) => Promise<Data>, document: string, older: string) =>
	ask(document).catch((error: unknown) => {
		if (error instanceof Failure && error.code === 'query-refused') return ask(older);
		throw error;
	});

export type RestRequest = {
	method: 'GET' | 'POST' | 'PATCH';
	/** Starts with a slash. */
	path: string;
	body?: object;
	subject?: Subject;
	/** As in a query. */
	needs?: string;
};

/** `data` is the parsed response, `incomplete` as in a reply. */
export type RestReply = {data: unknown; incomplete: string[]};

export type Reply<Data> = {
	data: Data;
	/** Sentences on what the host omitted, and why. */
	incomplete: string[];
	/** Why, for each place in the data where something is missing. */
	errors: readonly GraphqlError[];
	facts: Facts;
	/** The sizes that worked. */
	sizes: PageSizes;
};

/** A limit of the host that was exceeded, and how long to wait, in milliseconds; null if the host names no time. */
export type HostLimit = Pick<Wait, 'reason' | 'ms'>;

/** What went wrong with a request, and what the host itself wrote about it. */
export type Refusal = {
	failure: Failure;
	/** Null if no complete response arrived. */
	status: number | null;
	errors: readonly GraphqlError[];
	/** A part of it may be accepted; only of a query that is divisible. */
	isTooLarge?: boolean;
	/** If a limit of the host is why. */
	limit?: HostLimit | null;
};
