import type {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import type {LogLevel} from '../settings/log-levels.ts';
import type {Environment} from '../system/environment.ts';

/** What a user said about which pull request is meant; null where nothing was said. */
export type PullRequestArgument = {
	/** The positional: a number, a URL or a branch. */
	argument: string | null;
	/** `--pr`, the same forms. */
	pr: string | null;
	owner: string | null;
	repo: string | null;
};

/** What git tells of it. */
export type Clone = {
	remotes: readonly {name: string; url: string}[];
	/** Null where HEAD is detached. */
	branch: string | null;
	/** Where the branch is pushed to. */
	upstream: {remote: string; ref: string} | null;
};

export type HostWorld = {
	cwd: string;
	env: Environment;
	/** Milliseconds since the epoch. */
	now: () => number;
	sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	fetch: typeof globalThis.fetch;
	signal: AbortSignal;
	log: (level: LogLevel, message: string) => void;
};

/** A code host, and all that runs know of it. A room of its own implements it. */
export type CodeHost = {
	/** In reports. */
	id: string;
	/** For people. */
	name: string;
	/** The repository that the URL of a git remote leads to; null for none on a code host. */
	repositoryAt: (url: string) => {owner: string; name: string} | null;
	/**
	 * Reads which pull request is meant, and on which server; asks nobody.
	 * @throws {Failure} usage, for an argument or an address that cannot be right
	 */
	open: (argument: PullRequestArgument, clone: Clone, world: HostWorld, onWait: OnWait) => Connection;
};

/** The host waits, or makes us wait. */
export type OnWait = (wait: {reason: string; ms: number}) => void;

export type Location = {owner: string; name: string; number: number};

/** A server of a code host, and the one pull request there that is meant. */
export type Connection = {
	/** Finds it. @throws {Failure} also where there is no token */
	locate: () => Promise<Location>;
	/** Reads it whole. @throws {Failure} */
	fetch: (location: Location, onPage: OnPage) => Promise<PullRequest>;
	/** Asks the server about the token. @throws {Failure} where that cannot even be asked; the signal's reason */
	check: () => Promise<HostCheck>;
};

/**
 * Told after every page; `total` is null where the host does not tell. `part`: the pull request with nothing but what
 * that page brought; null where it brought no comments, or more of a thread that was told before.
 */
export type OnPage = (
	progress: {what: string; fetched: number; total: number | null},
	part: PullRequest | null,
) => void;

/** What there is to say about a server and the token for it; nothing in it is secret. */
export type HostCheck = {
	/** Its address and that it answers, as a phrase; or why it does not. */
	server: string | Failure;
	token: TokenCheck | Failure;
};

export type TokenCheck = {
	/** `skipped`: the server does not answer. `warning`: it lacks something that some pull requests need. */
	status: 'ok' | 'warning' | 'skipped';
	/** Where it was found, whose it is, what it may do. */
	detail: string;
	/** Empty where there is nothing to do. */
	remedy: string;
	/** A command that gets the token what it lacks; null where there is none. */
	command: string | null;
};
