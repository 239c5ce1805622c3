import type {Flags, Positional} from './command.ts';

/** Shared by the commands that read a pull request. */
export const pullRequestArgument: Positional = {
	name: 'pr',
	help: 'number, URL or branch of the pull request (default: the open one for the current branch)',
	sameAs: 'pr',
};

/** Whether an argument can only name a pull request: a number, a URL, or `owner/name#12`. */
export const isPullRequest = (token = ''): boolean =>
	/^(?:#?\d+|https?:\/\/.*|[\w.-]+\/[\w.-]+#\d+)$/s.test(token.trim());

export const pullRequestFlags = {
	owner: {group: 'comments', placeholder: '<login>', help: 'set the repository owner (default: from the git remotes)'},
	repo: {group: 'comments', short: 'R', placeholder: '<name>', help: 'set the repository, as name, owner/name or URL'},
	pr: {group: 'comments', placeholder: '<pr>', help: 'set the pull request, same as the argument [pr]'},
} as const satisfies Flags;

/** For the commands that use the working tree of a pull request. */
export const treeFlags = {
	anyway: {group: 'changes', help: "use this working tree, even if it is not the pull request's"},
} as const satisfies Flags;

/** For the commands that can read a recording. */
export const sourceFlags = {
	...pullRequestFlags,
	...treeFlags,
	from: {
		group: 'comments',
		placeholder: '<file>',
		help: 'read the pull request from a recording (no network, no token)',
	},
	decisions: {group: 'changes', placeholder: '<file>', help: 'replay saved decisions'},
} as const satisfies Flags;

/** For the commands that write what another run has verified. */
export const verdictFlag = {
	verdict: {
		group: 'changes',
		placeholder: '<file>',
		help: 'apply only what passed by this verdict of another job, on the same head',
	},
} as const satisfies Flags;

/** For the commands whose rounds leave the rest to a later one. */
export const onlyFlag = {
	only: {
		group: 'comments',
		isRepeated: true,
		placeholder: '<login>',
		help: 'limit these rounds to a reviewer, of those that --author accepts',
	},
} as const satisfies Flags;

/** For the commands that spend money. */
export const ledgerFlag = {
	acceptNewLedger: {group: 'model', help: 'start the shared budget at $0 after its server lost its data'},
} as const satisfies Flags;

/** For the commands that can use a model. */
export const modelFlags = {
	noLlm: {group: 'model', help: 'turn models off for this run'},
	...ledgerFlag,
	showMetrics: {group: 'output', help: 'print requests, cache hits, tokens, latency and total cost'},
	metricsOutput: {
		group: 'output',
		placeholder: '<path>',
		help: 'write the metrics of each request to a file (.csv: CSV, otherwise JSON)',
	},
} as const satisfies Flags;

/** For the commands that plan what to write. */
export const objectionFlags = {
	overObjections: {group: 'changes', help: 'apply changes that people have answered in their threads, too'},
	reconsider: {
		group: 'changes',
		isRepeated: true,
		alone: 'all',
		placeholder: '<finding>',
		help: 'apply what was declined or reverted before: all, or of this finding',
	},
} as const satisfies Flags;

/** In a fleet, no decline of a person is taken up. */
export const fleetReconsiderFlag = {
	reconsider: {...objectionFlags.reconsider, help: 'apply what was reverted before: all, or of this finding'},
} as const satisfies Flags;

/** Which pull requests of a list. */
export const listFlags = {
	prAuthor: {group: 'fleet', isRepeated: true, placeholder: '<login>', help: 'limit to pull requests by this author'},
	updatedSince: {
		group: 'fleet',
		placeholder: '<time>',
		help: 'limit to those updated since 2026-11-01, or in the last 7d or 12h',
	},
} as const satisfies Flags;
