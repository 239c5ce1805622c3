import {providerVariables} from '../settings/providers.ts';
import type {Variable} from './command.ts';

/** The variables that are not settings. */
export const variables: readonly Variable[] = [
	{name: 'GITHUB_PERSONAL_ACCESS_TOKEN', help: 'GitHub token (fallbacks: GITHUB_TOKEN, GH_TOKEN, "gh auth token")'},
	{name: 'GH_HOST', help: 'host of a GitHub Enterprise Server (or GITHUB_API_URL: its API address)'},
	{name: 'HTTPS_PROXY', help: 'proxy for GitHub, openai and anthropic; NO_PROXY lists exceptions'},
	...providerVariables,
	{name: 'VISUAL', help: 'editor for changes in review (fallbacks: EDITOR, vi)'},
	{name: 'BROWSER', help: 'program that opens a comment in review'},
	{name: 'CR_SCREEN_READER', help: 'true: same as --screen-reader (or INK_SCREEN_READER)'},
	{name: 'NO_COLOR', help: 'turn colors off; FORCE_COLOR turns them on in a pipe'},
];
