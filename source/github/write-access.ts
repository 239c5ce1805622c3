import * as z from 'zod/mini';
import type {Location, RepositoryName} from '../code-host/location.ts';
import {memoize} from '../review/memoize.ts';
import {textAt} from '../system/json.ts';
import type {Client} from './client.ts';
import {queries} from './queries.ts';
import {maybe} from './shape.ts';
import {mayWriteAs} from './vocabulary.ts';

/** Whether a user may write to the repository of a pull request; null if that cannot be looked up. */
export type WriteAccess = (location: Location, login: string) => Promise<boolean | null>;

/**
 * Looks roles up. Only people with write access may, so a refusal is answered for the account of the token itself: that it
 * may write is part of the repository.
 */
export function openWriteAccess(client: Client): WriteAccess {
	const writerAt = memoize((repository: string) => {
		const [owner = '', name = ''] = repository.split('/');
		return ownLogin(client, {owner, name}).catch(() => null);
	});
	return async ({owner, name}, login) => {
		const roles = await readRoles(client, {owner, name}, login);
		if (roles !== null) return roles.some(mayWriteAs);
		const writer = await writerAt(`${owner}/${name}`);
		return writer?.toLowerCase() === login.toLowerCase() ? true : null;
	};
}

/**
 * The names of a user's role in a repository; null if they cannot be looked up. Source: docs.github.com, "Get repository
 * permissions for a user": `permission` maps maintain to write, and triage to read. A custom role has the name that its
 * organization gave it, and `permission` has its base.
 */
export async function readRoles(
	client: Client,
	{owner, name}: RepositoryName,
	login: string,
): Promise<string[] | null> {
	const answer = await client.get('repos', owner, name, 'collaborators', login, 'permission');
	return answer && [textAt(answer, 'role_name'), textAt(answer, 'permission')];
}

/** The login of the token's account if it is a person who may write to the repository; otherwise null. @throws Failure as the client's */
async function ownLogin(client: Client, {owner, name}: RepositoryName): Promise<string | null> {
	const {data} = await client.query({
		document: queries.access,
		variables: {owner, name},
		shape: z.object({
			viewer: z.object({login: z.string()}),
			repository: z.object({viewerPermission: maybe(z.string())}),
		}),
		required: ['repository'],
	});
	const {login} = data.viewer;
	return mayWriteAs(data.repository.viewerPermission ?? '') && !login.endsWith('[bot]') ? login : null;
}
