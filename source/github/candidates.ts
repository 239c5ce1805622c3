import * as z from 'zod/mini';
import type {RepositoryName} from '../code-host/location.ts';
import {Failure} from '../failure.ts';
import type {Client} from './client.ts';
import {maybe} from './shape.ts';
import type {Target} from './target.ts';

/** A possible base repository of the pull request. */
export type RepositoryCandidate<Fields> = Fields & {
	/** Whether a remote or the user names it; false for the parent of such a fork. */
	direct: boolean;
	/** A remote called `upstream` is the base by convention. */
	isUpstream: boolean;
};

type Family<Fields> = {repository: Fields & {parent: Fields | null}};

/** Shape of a repository and its parent, with the same fields for both. */
export function familyOf<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
	return z.object({repository: z.object({...fields, parent: maybe(z.object(fields))})});
}

/**
 * Queries the named repository, or every remote on the client's host, and their parents. Returns each repository once,
 * by the name that GitHub returns.
 * @throws Failure `repository-not-found` if none is found, and as the client's
 */
export async function findCandidates<Fields extends {nameWithOwner: string}>(
	{remotes}: Target,
	client: Client,
	named: RepositoryName | null,
	query: {document: string; variables: Record<string, unknown>; shape: z.ZodMiniType<Family<Fields>>},
): Promise<RepositoryCandidate<Fields>[]> {
	const here = remotes.filter(({host}) => host === client.host.host);
	const places = named ? [{...named, remote: null}] : here;
	const found = new Map<string, RepositoryCandidate<Fields>>();
	const missing: Failure[] = [];
	for (const {owner, name, remote} of places) {
		try {
			const {data} = await client.query({
				...query,
				variables: {...query.variables, owner, name},
				required: ['repository'],
				subject: {repository: `${owner}/${name}`},
			});
			const {parent, ...self} = data.repository;
			found.set(data.repository.nameWithOwner, {
				...(self as unknown as Fields),
				direct: true,
				isUpstream: remote === 'upstream',
			});
			if (parent && !named && !found.has(parent.nameWithOwner)) {
				found.set(parent.nameWithOwner, {...parent, direct: false, isUpstream: false});
			}
		} catch (error) {
			// A remote may point to a deleted repository while another one still works.
			if (!(error instanceof Failure) || error.code !== 'repository-not-found') throw error;
			missing.push(error);
		}
	}
	const [failure] = missing;
	if (failure && found.size === 0) throw failure;
	return [...found.values()];
}
