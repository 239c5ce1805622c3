import type {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Clock} from '../system/clock.ts';
import type {Deadline} from '../system/deadline.ts';
import type {Environment} from '../system/environment.ts';
import type {Log} from '../system/log-levels.ts';
import type {Waits} from '../system/waits.ts';
import type {ListScope, Lists, RootFile} from './lists.ts';
import type {Location, RepositoryName} from './location.ts';
import type {Publisher, Standing} from './publisher.ts';
import type {WriteLimits} from './write-limits.ts';

/** How the user named the pull request; null for what was not passed. */
export type PullRequestArgument = {
	/** The positional: a number, a URL or a branch. */
	argument: string | null;
	/** `--pr`, the same forms. */
	pr: string | null;
	owner: string | null;
	repo: string | null;
};

/** What git contributes. */
export type Clone = {
	remotes: readonly {name: string; url: string}[];
	/** Null if HEAD is detached. */
	branch: string | null;
	/** Where the branch is pushed to. */
	upstream: {remote: string; ref: string} | null;
};

/** For a command that runs outside a clone. */
export const noClone: Clone = {remotes: [], branch: null, upstream: null};

/** How long requests wait for a server, in milliseconds. */
export type HostPatience = {
	/** All waits of a connection together. */
	totalMs: number;
	/** One wait, if the server requires it. A longer one is a failure that has the time in `retryAt`. */
	requiredMs: number;
	/** When the command has to end: a wait that would end later is not begun, and what needs it fails. Absent: never. */
	deadline?: Deadline;
};

/** What requests to a server use of the machine. */
export type HostWorld = Pick<Clock, 'now' | 'sleep'> & {
	cwd: string;
	env: Environment;
	fetch: typeof globalThis.fetch;
	signal: AbortSignal;
	log: Log;
	/** Default: waits are not followed. */
	waits?: Waits;
	/** Default: 15 minutes each. */
	hostPatience?: Partial<HostPatience> | undefined;
	/** Default: each publisher has its own. */
	writeLimits?: WriteLimits;
};

/** All that a run needs of a code host, which is implemented in another room. */
export type CodeHost = {
	/** The repository that the URL of a git remote names, with the canonical name of its server; null if it is not on a code host. */
	repositoryAt: (url: string) => (RepositoryName & {host: string}) | null;
	/** The account, repository or pull request that a name or a URL stands for; null if it is none. */
	scopeAt: (text: string) => ListScope | null;
	/**
	 * Reads which pull request is meant, and on which server, without any request.
	 * @throws {Failure} usage, for an invalid argument or address
	 */
	open: (argument: PullRequestArgument, clone: Clone, world: HostWorld, onWait: OnWait) => Promise<Connection>;
	/**
	 * Opens a server for what is about many pull requests, without any request. `host` null: the one of the environment, or of
	 * the remotes.
	 * @throws {Failure} usage, for an invalid address
	 */
	openLists: (host: string | null, clone: Clone, world: HostWorld, onWait: OnWait) => Promise<Lists>;
};

/** Called before a wait. */
export type OnWait = (wait: {reason: string; ms: number}) => void;

/** A server, and the pull request on it that is meant. */
export type Connection = {
	/** The server, as in `PullRequest`. */
	host: string;
	/** Finds it. @throws {Failure} also if there is no token */
	locate: () => Promise<Location>;
	/** Reads it whole. @throws {Failure} */
	fetch: (location: Location, onPage: OnPage) => Promise<PullRequest>;
	/** Whether a person may write to the repository; null if that cannot be found out. @throws the signal's reason */
	mayWrite: (location: Location, login: string) => Promise<boolean | null>;
	/** Logins of the accounts that made a commit; empty if that cannot be found out. @throws the signal's reason */
	makersOf: (location: Location, oid: string) => Promise<string[]>;
	/** Object ids of its commits, oldest first; of very many, the host may not list all. @throws {Failure} */
	commitsOf: (location: Location) => Promise<string[]>;
	/** How many reviews and comments it has, in one cheap request; a reply counts as a review. @throws {Failure} */
	activityOf: (location: Location) => Promise<number>;
	/** What writes to it; nothing is sent yet. @param known how it stood when it was last read @throws {Failure} */
	publisher: (location: Location, known?: Standing | null) => Promise<Publisher>;
	/** What the token may do with the pull request of the current branch, in one query. @throws {Failure} as `locate` */
	permissions: () => Promise<Permissions>;
	/** How git reaches a repository, `owner/name`, on the server. @throws {Failure} */
	gitAccess: (repository: string) => Promise<GitAccess>;
	/** Files in the root folder of its head; those that are not there are missing. @throws {Failure} */
	rootFiles: (location: Location, names: readonly string[]) => Promise<RootFile[]>;
	/** Checks the server and the token. @throws {Failure} if no request can be made; the signal's reason */
	check: () => Promise<HostCheck>;
};

export type Permissions = {
	/** `owner/name#7` */
	pullRequest: string;
	/** With the head branch, `owner/name`; null if it was deleted. */
	repository: string | null;
	branch: string;
	mayPush: boolean | null;
	/** Address of a review of the token's account that is not submitted yet. */
	pendingReview: string | null;
	/** Null if all threads are resolved, or there is none. */
	mayResolve: boolean | null;
};

/** Where git pushes to, and the git settings that hold the token for it; none without a token or an encrypted connection. */
export type GitAccess = {url: string; settings: readonly {name: string; value: string}[]};

/**
 * Called after every page; `total` is null if the host does not report it. `part`: the pull request with only the
 * contents of that page; null if it has no comments, or more of a thread from an earlier page.
 */
export type OnPage = (
	progress: {what: string; fetched: number; total: number | null},
	part: PullRequest | null,
) => void;

/** The state of a server and the token for it; contains no secret. */
export type HostCheck = {
	/** A phrase with its address, or why it does not respond. */
	server: string | Failure;
	token: TokenCheck | Failure;
};

export type TokenCheck = {
	/** `skipped`: the server does not respond. `warning`: it lacks something that some pull requests need. */
	status: 'ok' | 'warning' | 'skipped';
	/** Where it was found, its owner, its permissions. */
	detail: string;
	/** Empty if there is nothing to do. */
	remedy: string;
	/** A command that adds what the token lacks; null if there is none. */
	command: string | null;
};
