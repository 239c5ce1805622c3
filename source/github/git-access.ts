import type {GitAccess} from '../code-host/port.ts';

const isLoopback = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * How git reaches a repository over HTTPS. The token is a header for exactly this origin, so that no redirect or rewritten
 * URL can take it elsewhere (git-config, `http.<url>.*`).
 */
export function accessByGit(origin: string, token: string | null, repository: string): GitAccess {
	const url = `${origin}/${repository}.git`;
	const isPrivate = origin.startsWith('https://') || isLoopback.test(origin);
	if (token === null || !isPrivate) return {url, settings: []};
	const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
	return {
		url,
		settings: [
			{name: `http.${origin}/.extraHeader`, value: `Authorization: Basic ${basic}`},
			{name: 'http.followRedirects', value: 'false'},
		],
	};
}
