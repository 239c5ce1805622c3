import * as z from 'zod/mini';
import type {Location, RepositoryName} from '../code-host/location.ts';
import {Failure} from '../failure.ts';
import {familyOf, findCandidates} from './candidates.ts';
import type {Client} from './client.ts';
import type {Host} from './host.ts';
import {locateBranch} from './locate-branch.ts';
import {queries} from './queries.ts';
import {halvesOf} from './repository-url.ts';
import {maybe} from './shape.ts';
import type {Target} from './target.ts';

/**
 * Finds the one pull request that is meant. Where nothing was named by hand, every remote on the host and what it was
 * forked from is a candidate for the base; two that fit are never guessed between.
 * @throws Failure usage `no-repository`, `no-pull-request`, `several-pull-requests`; failed `pull-request-not-found`;
 * and as the client's
 */
export async function locate(target: Target, client: Client): Promise<Location> {
	const {head} = target;
	const named = nameRepository(target, client.host);
	if ('branch' in head) {
		const {base, number} = await locateBranch(target, client, head, named);
		return locationOf(base, number);
	}
	return named ? {...named, number: head.number} : locateNumber(target, client, head.number);
}

/**
 * The repository that flags or a URL name; a missing half comes from the remotes. Null if none is named and the remotes
 * are all there is to go by. Asks nobody.
 * @throws Failure usage `no-repository`
 */
export function nameRepository({named, remotes}: Target, {host}: Host): RepositoryName | null {
	const here = remotes.find(remote => remote.host === host);
	const owner = named.owner ?? here?.owner;
	const name = named.name ?? here?.name;
	if (owner && name) return named.owner || named.name ? {owner, name} : null;
	const lone = named.owner ? ['--owner', '--repo'] : named.name ? ['--repo', '--owner'] : null;
	throw new Failure(
		'usage',
		'no-repository',
		`No git remote points to a repository on ${host}${lone ? `, and ${lone[0]} needs ${lone[1]} too` : ''}.`,
		'Pass the URL of the pull request, or --owner, --repo and --pr. For another host, set GH_HOST.',
	);
}

const byNumberShape = familyOf({nameWithOwner: z.string(), pullRequest: maybe(z.object({number: z.int()}))});

async function locateNumber(target: Target, client: Client, number: number): Promise<Location> {
	const bases = await findCandidates(target, client, null, {
		document: queries.byNumber,
		variables: {number},
		shape: byNumberShape,
	});
	const found = bases.filter(({pullRequest}) => pullRequest !== null);
	const upstream = found.find(({isUpstream}) => isUpstream);
	const [first] = upstream ? [upstream] : found;
	if (first && (upstream || found.length === 1)) return locationOf(first.nameWithOwner, number);
	if (first) {
		throw new Failure(
			'usage',
			'several-pull-requests',
			`Several repositories have a pull request #${number}: ${found.map(({nameWithOwner}) => `${nameWithOwner}#${number}`).join(', ')}.`,
			'Pass the URL of the pull request, or --owner and --repo with --pr.',
		);
	}
	throw new Failure(
		'failed',
		'pull-request-not-found',
		`Pull request not found (404 Not Found): ${bases.map(({nameWithOwner}) => `${nameWithOwner}#${number}`).join(', ')}`,
		'Check the number (it may be an issue), or name the repository with --owner and --repo.',
	);
}

function locationOf(nameWithOwner: string, number: number): Location {
	return {...halvesOf(nameWithOwner), number};
}
