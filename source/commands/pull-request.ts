import type {Flags, Positional} from './command.ts';

/** What the commands that read a pull request have in common. */
export const pullRequestArgument: Positional = {
	name: 'pr',
	help: 'number, URL or branch of the pull request (default: the open one of the current branch)',
	sameAs: 'pr',
};

export const pullRequestFlags = {
	owner: {
		group: 'comments',
		type: 'text',
		placeholder: '<login>',
		help: 'owner of the repository (default: from the git remotes)',
	},
	repo: {
		group: 'comments',
		type: 'text',
		short: 'R',
		placeholder: '<name>',
		help: 'name of the repository, or owner/name',
	},
	pr: {group: 'comments', type: 'text', placeholder: '<pr>', help: 'the same as the argument [pr]'},
} as const satisfies Flags;

/** For the commands that read its comments from a recording too. */
export const sourceFlags = {
	...pullRequestFlags,
	from: {
		group: 'comments',
		type: 'text',
		placeholder: '<file>',
		help: 'read the pull request from a recording; needs neither network nor token',
	},
	decisions: {group: 'changes', type: 'text', placeholder: '<file>', help: 'replay saved decisions about changes'},
} as const satisfies Flags;

/** For the commands that may ask a model. */
export const modelFlags = {
	noLlm: {group: 'model', type: 'boolean', help: 'ask no model, whatever the settings say'},
	showMetrics: {group: 'output', type: 'boolean', help: 'print requests, cache hits, tokens, latency and total cost'},
	metricsOutput: {
		group: 'output',
		type: 'text',
		placeholder: '<path>',
		help: 'write the same, request by request, to a file: CSV if its name ends in .csv, else JSON',
	},
} as const satisfies Flags;
