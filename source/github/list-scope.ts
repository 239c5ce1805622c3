import type {ListScope} from '../code-host/lists.ts';
import {hostName, parsePullRequestUrl, parseRemoteUrl} from './repository-url.ts';

// Managed accounts can contain an underscore.
const login = /^[A-Za-z0-9](?:[\w-]{0,98}[A-Za-z0-9])?$/;
const repositoryName = /^(?!\.{1,2}$)[\w.-]{1,100}$/;
const hostPattern = /^[\w-]+(?:\.[\w-]+)*(?::\d+)?$/;

/**
 * Reads `acme`, `acme/api`, `acme/api#12`, the same behind a host, and the addresses of an account, a repository or a pull
 * request. Null for other texts.
 */
export function readListScope(text: string): ListScope | null {
	const pull = parsePullRequestUrl(text);
	if (pull) return scopeOf(pull.host, [pull.owner, pull.name], pull.number);
	if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? atPage(new URL(text)) : null;
	if (text.includes('://') || text.includes('@')) {
		const remote = parseRemoteUrl(text);
		return remote && scopeOf(remote.host, [remote.owner, remote.name]);
	}
	const [, path = '', number] = /^([^#]+)(?:#([1-9]\d{0,9}))?$/.exec(text) ?? [];
	const parts = path.split('/');
	const [start = '', ...rest] = parts;
	const isHosted = parts.length === 3 || (parts.length === 2 && /[.:]/.test(start));
	if (isHosted && !hostPattern.test(start)) return null;
	return scopeOf(
		isHosted ? hostName(start) : null,
		isHosted ? rest : parts,
		number === undefined ? null : Number(number),
	);
}

/** `https://github.com/orgs/acme/repositories`, `https://github.com/acme/api/pulls` */
function atPage({host, pathname}: URL): ListScope | null {
	const parts = pathname.split('/').filter(Boolean);
	const [owner = '', name = ''] = parts;
	if (owner === 'orgs') return scopeOf(hostName(host), parts.slice(1, 2));
	const isRepository = parts.length === 2 || (parts.length === 3 && parts[2] === 'pulls');
	return scopeOf(hostName(host), isRepository ? [owner, name.replace(/\.git$/, '')] : parts);
}

function scopeOf(host: string | null, parts: readonly string[], number: number | null = null): ListScope | null {
	const [owner = '', name, ...others] = parts;
	if (!login.test(owner) || others.length > 0) return null;
	if (name === undefined) return number === null ? {kind: 'owner', host, owner} : null;
	if (!repositoryName.test(name)) return null;
	return number === null ? {kind: 'repository', host, owner, name} : {kind: 'pull-request', host, owner, name, number};
}
