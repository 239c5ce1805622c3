import type {Flags, Positional} from './command.ts';

/** What the commands that read a pull request have in common. */
export const pullRequestArgument: Positional = {
	name: 'pr',
	help: 'number, URL or branch of the pull request (default: the open one of the current branch)',
	sameAs: 'pr',
};

export const pullRequestFlags = {
	owner: {type: 'text', placeholder: '<login>', help: 'owner of the repository (default: from the git remotes)'},
	repo: {type: 'text', short: 'R', placeholder: '<name>', help: 'name of the repository, or owner/name'},
	pr: {type: 'text', placeholder: '<pr>', help: 'the same as the argument [pr]'},
} as const satisfies Flags;

/** For the commands that read its comments from a recording too. */
export const sourceFlags = {
	...pullRequestFlags,
	from: {
		type: 'text',
		placeholder: '<file>',
		help: 'read the pull request from a recording; needs neither network nor token',
	},
	decisions: {type: 'text', placeholder: '<file>', help: 'replay saved decisions about changes'},
} as const satisfies Flags;

/** For the commands that may ask a model. */
export const modelFlags = {
	noLlm: {type: 'boolean', help: 'ask no model, whatever the settings say'},
	showMetrics: {type: 'boolean', help: 'print requests, cache hits, tokens, latency and total cost'},
	metricsOutput: {
		type: 'text',
		placeholder: '<path>',
		help: 'write the same, request by request, to a .json or .csv file',
	},
} as const satisfies Flags;

export const modelEnvironment = [
	{name: 'OPENAI_API_KEY', help: 'key of api-a where CR_LLM_API_KEY is not its; ANTHROPIC_API_KEY: of api-b'},
	{name: 'OLLAMA_HOST', help: 'address of the local provider where LOCAL_BASE_URL is not set'},
] as const;

export const codeHostEnvironment = [
	{name: 'GITHUB_PERSONAL_ACCESS_TOKEN', help: 'token for the code host; then GITHUB_TOKEN, GH_TOKEN, "gh auth token"'},
	{name: 'GH_HOST', help: 'host of an Enterprise Server; or GITHUB_API_URL, its API address'},
	{name: 'HTTPS_PROXY', help: 'proxy for requests to the code host; exceptions in NO_PROXY'},
] as const;
