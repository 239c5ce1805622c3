import type {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Location} from './location.ts';

/** A server, for what is about many pull requests. Every method throws a {Failure} if there is no token, and the signal's reason. */
export type Lists = {
	/** As in `PullRequest`. */
	host: string;
	/** Finds the token, without a request. @throws {Failure} if there is none */
	signIn: () => Promise<void>;
	/**
	 * Open pull requests that the token's account has written, is to review or has reviewed, or is assigned to,
	 * each once; the one that was updated last comes first.
	 * @throws {Failure} also for a name that cannot be one
	 */
	mine: (filter: MineFilter, onPage: OnListed) => Promise<ListEnd>;
	/**
	 * Pull requests of an account or a repository; of those that have ended, one that changes meanwhile can come twice. One that
	 * the scope names comes whatever its state is.
	 * @param ended which of those that have ended; null: the open ones
	 * @throws {Failure} if nothing can be listed, such as of an account that the token cannot see
	 */
	ofScope: (scope: ListScope, ended: EndedFilter | null, onPage: OnCounted) => Promise<CountedEnd>;
	/**
	 * Reads pull requests whole, several with a request, and reports each as soon as it is read. One that cannot be read does
	 * not keep others from being read.
	 * @param files names of files to read in the root folder of each head; null: nothing is read that only a plan needs
	 * @throws {Failure} only if none can be read, such as without a network
	 */
	readEach: <Listed extends ListedPullRequest>(
		listed: readonly Listed[],
		files: readonly string[] | null,
		onRead: (listed: Listed, read: ReadPullRequest | Failure) => void,
	) => Promise<void>;
};

/** A pull request in a list. */
export type ListedPullRequest = Location & {
	/** Node id. */
	id: string;
	url: string;
	title: string;
	/** Login; null if the account was deleted. */
	author: string | null;
	isDraft: boolean;
	/** Both as ISO 8601. */
	createdAt: string;
	updatedAt: string;
};

/** What the list of a repository has besides. */
export type FoundPull = ListedPullRequest & {
	/** Of its server, as in `PullRequest`. */
	host: string;
	state: 'open' | 'closed' | 'merged';
	headOid: string;
	/** Its branch is in another repository. */
	isFork: boolean;
	/** The repository takes no writes. */
	isArchived: boolean;
	/** Review threads, resolved or not. */
	threads: number;
	/** Reviews, and comments that are in no review. */
	others: number;
	/** When it was merged or closed, as ISO 8601; null while it is open, and in a list of open ones. */
	endedAt: string | null;
	/** Lines added and removed; null in a list of open ones. */
	changedLines: number | null;
};

export type EndedFilter = {
	states: readonly FoundPull['state'][];
	/** Milliseconds since the epoch: those that ended since then; open ones that were opened since. */
	since: number;
};

export type MineFilter = {
	/** Logins of organizations to look in. */
	orgs: readonly string[];
	/** Repositories to look in besides, `owner/name`. Without both, everywhere. */
	repos: readonly string[];
	/** Logins of the authors of the pull requests, or `@me`; empty: all. */
	authors: readonly string[];
	/** Milliseconds since the epoch; null: any time. */
	updatedSince: number | null;
};

/** Called for each page. `total` is what the host counts, null if it does not. */
export type OnListed = (page: readonly ListedPullRequest[], total: number | null) => void;

/** Called for each page, of any number of repositories. */
export type OnCounted = (page: readonly FoundPull[], progress: {repositories: number}) => void;

export type ListEnd = {
	/** Sentences on what the host did not send. */
	incomplete: readonly string[];
	/** Repositories that could not be read, `owner/name`, and accounts, `owner`. */
	unread: readonly {repository: string; failure: Failure}[];
};

/** `repositories`: those that were read, `owner/name`. */
export type CountedEnd = ListEnd & {repositories: readonly string[]};

/** A file in the root folder of a commit. `text` is null if it is no text, or no regular file. */
export type RootFile = {name: string; text: string | null};

/** A pull request that was read whole. */
export type ReadPullRequest = {
	pullRequest: PullRequest;
	/** Object ids of its first hundred commits; absent where a plan is made. */
	commits?: readonly string[];
	/** Of its head; null if it has none, or the token may not see them. */
	checks: CheckState | null;
	/** The wanted ones in the root folder of its head; those that are not there are missing. */
	files: readonly RootFile[];
};

export type CheckState = 'passed' | 'failed' | 'running';

/** What a list of pull requests is about. `host` null: the one of the environment, or of the remotes. */
export type ListScope = {host: string | null; owner: string} & (
	| {kind: 'owner'}
	| {kind: 'repository'; name: string}
	| {kind: 'pull-request'; name: string; number: number}
);
