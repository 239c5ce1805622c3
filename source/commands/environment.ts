import type {Variable} from './command.ts';

/** The variables that the program reads besides those of its settings. */
export const variables: readonly Variable[] = [
	{name: 'GITHUB_PERSONAL_ACCESS_TOKEN', help: 'token for the code host; then GITHUB_TOKEN, GH_TOKEN, "gh auth token"'},
	{name: 'GH_HOST', help: 'host of an Enterprise Server; or GITHUB_API_URL, its API address'},
	{name: 'HTTPS_PROXY', help: 'proxy for requests to the code host; exceptions in NO_PROXY'},
	{name: 'OPENAI_API_KEY', help: 'key of api-a where CR_LLM_API_KEY is not its; ANTHROPIC_API_KEY: of api-b'},
	{name: 'OLLAMA_HOST', help: 'address of the local provider where LOCAL_BASE_URL is not set'},
	{name: 'VISUAL', help: 'editor for changes in review; then EDITOR, then vi'},
	{name: 'BROWSER', help: 'program that opens a comment in review'},
	{name: 'CR_SCREEN_READER', help: 'true: the same as --screen-reader; so is INK_SCREEN_READER'},
	{name: 'NO_COLOR', help: 'if set, output is not coloured; FORCE_COLOR: coloured in a pipe too'},
];
