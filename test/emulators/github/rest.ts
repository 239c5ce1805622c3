import {openBare} from './bare.ts';
import {answerCheckRun} from './check-runs.ts';
import type {Answer} from './faults.ts';
import type {RepositoryData} from './records.ts';
import {answerGit, type RestAnswer, type RestRequest} from './rest-git.ts';
import {answerSearch} from './search.ts';
import {headOf, repositoryNamed, roleOf, type Viewer, type World} from './world.ts';

/** The parts of the REST API that have no equal in GraphQL: searches that tell whether they are whole, the role of a user in a repository, who made a commit. */
export function answerRest(world: World, viewer: Viewer, request: RestRequest): RestAnswer {
	const {method, path} = request;
	if (path.includes('/search/issues?')) return answerSearch(world, viewer, path);
	if (/\/check-runs(?:\/\d+)?$/.test(path)) return answerCheckRun(world, viewer, request);
	if (method !== 'GET') return answerGit(world, viewer, request);
	const [, owner, name, what, id, permission] =
		/^.*\/repos\/([^/]+)\/([^/]+)\/(collaborators|commits)\/([^/]+)(\/permission)?$/.exec(path) ?? [];
	const repository = owner && name ? repositoryNamed(world, `${owner}/${name}`) : undefined;
	if (!repository || !id || (what === 'collaborators') !== (permission !== undefined)) return notFound;
	return what === 'commits' ? commit(world, id) : roleIn(repository, viewer, decodeURIComponent(id));
}

const notFound = {status: 404, body: {message: 'Not Found'}};

function commit(world: World, oid: string): Omit<Answer, 'headers'> {
	const account = (login: string | null | undefined) => (login == null ? null : {login, type: 'User'});
	const made = world.commits.get(oid);
	const pull = world.pullRequests.find(one => headOf(world, one) === oid);
	const known = made ? [made.login, 'web-flow'] : makersOf(world, oid);
	if (!pull && !known) return notFound;
	const [author, committer = author] = pull?.headMakers ?? known ?? [pull?.author?.login ?? null];
	return {status: 200, body: {sha: oid, author: account(author), committer: account(committer)}};
}

/** Logins by the addresses of author and committer; null if one has no account, or there is no such commit. */
function makersOf({repositories, emails}: World, oid: string): string[] | null {
	const folders = new Set(repositories.flatMap(({folder}) => folder ?? []));
	const [made = []] = [...folders].flatMap(folder => [openBare(folder).makers(oid)].filter(found => found !== null));
	const logins = made.flatMap(email => emails.get(email) ?? []);
	return logins.length === 2 ? logins : null;
}

function roleIn(repository: RepositoryData, viewer: Viewer, user: string): Omit<Answer, 'headers'> {
	const mayAsk = ['admin', 'maintain', 'write'].includes(roleOf(repository, viewer.login));
	if (!mayAsk) return {status: 403, body: {message: 'Must have push access to view collaborator permission.'}};
	const role = roleOf(repository, user);
	// GitHub's older field knows three words only.
	const permission = {admin: 'admin', maintain: 'write', write: 'write', triage: 'read', read: 'read'}[role];
	return {status: 200, body: {permission, role_name: role, user: {login: user}}};
}
