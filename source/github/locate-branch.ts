import * as z from 'zod/mini';
import type {RepositoryName} from '../code-host/location.ts';
import {Failure} from '../failure.ts';
import {familyOf, findCandidates, type RepositoryCandidate} from './candidates.ts';
import type {Client} from './client.ts';
import {queries} from './queries.ts';
import type {HeadBranch, Target} from './target.ts';

/** Further fields stay. */
const pullShape = z.looseObject({
	number: z.int(),
	title: z.string(),
	state: z.string(),
	headRepository: z.nullable(z.looseObject({nameWithOwner: z.string()})),
	headRepositoryOwner: z.nullable(z.object({login: z.string()})),
});

const pullsShape = z.object({nodes: z.nullable(z.array(z.nullable(pullShape)))});

const byBranchShape = familyOf({
	nameWithOwner: z.string(),
	defaultBranchRef: z.nullable(z.object({name: z.string()})),
	pullRequests: pullsShape,
	closedPullRequests: pullsShape,
});

type Base = Omit<z.infer<typeof byBranchShape>['repository'], 'parent'>;

type Pull = z.infer<typeof pullShape> & {base: string};

/**
 * The open pull request that has a branch as its head.
 * @param document one of `byBranch`
 * @throws Failure usage `no-pull-request`, `several-pull-requests`; and as the client's
 */
export async function locateBranch(
	target: Target,
	client: Client,
	head: HeadBranch,
	named: RepositoryName | null,
	document: string = queries.byBranch,
): Promise<Pull> {
	const bases: RepositoryCandidate<Base>[] = await findCandidates(target, client, named, {
		document,
		variables: {branch: head.branch, first: 50},
		shape: byBranchShape,
	});
	const pulls = pullsOf(bases, 'pullRequests');
	const isOurs = head.owner === null ? isFromOneOf(ownRepositories(target, bases)) : isOwnedBy(head.owner);
	const fitting = pulls.filter(isOurs);
	const tracked = head.isCurrent ? target.upstream?.repository : null;
	const pushed = tracked ? fitting.filter(isFromOneOf([`${tracked.owner}/${tracked.name}`])) : [];
	const best = pushed.length > 0 ? pushed : fitting;
	const [found, ...others] = best;
	if (found && others.length > 0) throw severalPullRequests(head, best);
	if (found) return found;
	const other = head.isCurrent ? target.upstream?.branch : undefined;
	// A branch that tracks the default branch was started from it and is pushed elsewhere.
	const isStart = bases.some(({defaultBranchRef}) => defaultBranchRef?.name === other);
	if (other !== undefined && other !== head.branch && !isStart) {
		return locateBranch(target, client, {...head, branch: other}, named, document);
	}
	// The same name in a stranger's or a deleted repository: shown, never taken.
	if (pulls.length > 0) throw severalPullRequests(head, pulls);
	throw noPullRequest(head, bases, pullsOf(bases, 'closedPullRequests').find(isOurs));
}

const pullsOf = (bases: readonly Base[], field: 'pullRequests' | 'closedPullRequests'): Pull[] =>
	bases.flatMap(({nameWithOwner, [field]: {nodes}}) =>
		(nodes ?? []).flatMap(pull => (pull ? [{...pull, base: nameWithOwner}] : [])),
	);

/** @param closed the latest of this branch that is no longer open */
function noPullRequest(head: HeadBranch, bases: readonly Base[], closed: Pull | undefined): Failure {
	const was = closed ? `; ${closed.base}#${closed.number} "${closed.title}" is ${closed.state.toLowerCase()}` : '';
	const places = bases.map(({nameWithOwner}) => nameWithOwner).join(', ');
	return new Failure(
		'usage',
		'no-pull-request',
		`No open pull request found for the branch ${nameOf(head)} in ${places}${was}.`,
		closed
			? `To use the ${closed.state.toLowerCase()} one, pass --pr ${closed.number}.`
			: 'Push the branch and open a pull request, or pass the number of another one. To list yours, run: pr-resolve inbox',
	);
}

/** Names of the remotes' repositories, as the remotes spell them and as GitHub returns them after a rename. */
function ownRepositories({remotes, upstream}: Target, bases: RepositoryCandidate<Base>[]): string[] {
	const addresses = upstream?.repository ? [...remotes, upstream.repository] : remotes;
	return [
		...addresses.map(({owner, name}) => `${owner}/${name}`),
		...bases.flatMap(({direct, nameWithOwner}) => (direct ? [nameWithOwner] : [])),
	];
}

function isFromOneOf(repositories: string[]): (pull: Pull) => boolean {
	const names = new Set(repositories.map(name => name.toLowerCase()));
	return ({headRepository}) => headRepository !== null && names.has(headRepository.nameWithOwner.toLowerCase());
}

function isOwnedBy(login: string): (pull: Pull) => boolean {
	return ({headRepositoryOwner}) => headRepositoryOwner?.login.toLowerCase() === login.toLowerCase();
}

function severalPullRequests(head: HeadBranch, pulls: Pull[]): Failure {
	const list = pulls.map(
		({base, number, title, headRepository}) =>
			`${base}#${number} "${title}" (from ${headRepository?.nameWithOwner ?? 'a deleted repository'})`,
	);
	return new Failure(
		'usage',
		'several-pull-requests',
		`The branch ${nameOf(head)} has several open pull requests: ${list.join(', ')}.`,
		`Pass one of them, for example --pr ${pulls[0]?.number}.`,
	);
}

function nameOf({owner, branch}: HeadBranch): string {
	return owner ? `${owner}:${branch}` : branch;
}
