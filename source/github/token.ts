import type {HostWorld} from '../code-host/port.ts';
import {advise, Failure, run} from '../failure.ts';
import type {Host} from './host.ts';
import {isGitHubCloud} from './repository-url.ts';

/** A token and where it was found, so that a message can name the place and never the value. */
export type Token = {value: string; source: string};

/** Whether it is of an installation of an app. Source: docs.github.com, "About authentication to GitHub", token formats. */
export const isOfApp = ({value}: Token): boolean => value.startsWith('ghs_');

type TokenWorld = Pick<HostWorld, 'env' | 'cwd' | 'signal'>;

/** In order of precedence. */
const tokenVariables = ['GITHUB_PERSONAL_ACCESS_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'] as const;

/** gh's variables for the token of an Enterprise Server. */
const enterpriseVariables = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'] as const;

/**
 * Finds the token for a host: first in the environment, then in `gh`. A token in the environment goes only to github.com,
 * *.ghe.com and hosts that the environment names: a remote or a URL must not be able to direct it elsewhere.
 * @throws Failure authentication `malformed-token`
 */
export async function findToken(host: Host, world: TokenWorld): Promise<Token | null> {
	const enterprise = isGitHubCloud(host.host) ? [] : enterpriseVariables;
	const names = host.takesEnvironmentTokens ? [...tokenVariables, ...enterprise] : [];
	for (const name of names) {
		const value = world.env[name]?.trim();
		if (value) return checkedToken({value, source: name});
	}
	const stored = await storedToken(host.host, world);
	return stored ? checkedToken({value: stored, source: 'gh auth token'}) : null;
}

/**
 * The failure of a run that has no token.
 * @param remote the git remote, if it is the only source of the host; null if the user or the environment names it
 */
export function noToken({host, apiUrl, takesEnvironmentTokens}: Host, remote: string | null): Failure {
	const login = run(`gh auth login --hostname ${host}`);
	if (remote !== null) {
		return new Failure(
			'usage',
			'unknown-host',
			`The remote ${remote} is on ${host}, which is not a GitHub host in GH_HOST or gh.`,
			advise`If the pull request is on github.com, pass --repo github.com/OWNER/NAME. If ${host} is a GitHub Enterprise Server, set GH_HOST=${host} and a token, or run \`${login}\`.`,
		);
	}
	const [first, ...others] = tokenVariables;
	const elsewhere = takesEnvironmentTokens
		? ''
		: ` Tokens in the environment are sent to ${host} only if GH_HOST=${host} is set.`;
	// An API address that names no host belongs to this one.
	const isElsewhere = isGitHubCloud(host) && apiUrl !== `https://api.${host}`;
	const through = isElsewhere ? ` It is sent to ${apiUrl} (GITHUB_API_URL).` : '';
	const kinds =
		`A classic one (https://${host}/settings/tokens) needs the scope \`repo\`, and \`read:org\` for organizations. ` +
		`A fine-grained one (https://${host}/settings/personal-access-tokens) needs read access to pull requests and contents.`;
	return new Failure(
		'authentication',
		'no-token',
		`No token for ${host} was found.`,
		advise`Run \`${login}\`, or create a token and set ${first} (or ${others.join(' or ')}) to it. ${kinds}${elsewhere}${through}`,
	);
}

/** fetch rejects other characters in a header with a message that quotes the token. */
function checkedToken(token: Token): Token {
	if (/^[\x21-\x7e]+$/.test(token.value)) return token;
	throw new Failure(
		'authentication',
		'malformed-token',
		`The token from ${token.source} contains invalid characters (spaces, line breaks or non-ASCII letters).`,
		`Set ${token.source} to the token alone.`,
	);
}

/** Null if `gh` is missing or has none. */
async function storedToken(host: string, {env, cwd, signal}: TokenWorld): Promise<string | null> {
	const {execa} = await import('execa');
	const result = await execa('gh', ['auth', 'token', '--hostname', host], {
		cwd,
		env,
		extendEnv: false,
		stdin: 'ignore',
		reject: false,
		timeout: 10_000,
		cancelSignal: signal,
	});
	signal.throwIfAborted();
	return result.failed ? null : result.stdout.trim();
}
