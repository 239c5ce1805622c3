import type {Location} from '../code-host/location.ts';
import {at, parseObject, textAt} from '../system/json.ts';
import type {Client} from './client.ts';

/** Commits that are made on the website itself. */
const website = 'web-flow';

/** The accounts of author and committer of a commit; none if either has no account, or the look-up fails. */
export async function readMakers(client: Client, {owner, name}: Location, oid: string): Promise<string[]> {
	const path = ['repos', owner, name, 'commits', oid].map(encodeURIComponent).join('/');
	try {
		const {status, body} = await client.get(`/${path}`);
		const answer = parseObject(body);
		const logins = ['author', 'committer'].map(role => textAt(at(answer, role), 'login'));
		return status === 200 && logins.every(Boolean) ? [...new Set(logins)].filter(login => login !== website) : [];
	} catch {
		return [];
	}
}
