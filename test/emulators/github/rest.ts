import type {Answer} from './faults.ts';
import {repositoryNamed, roleOf, type Viewer, type World} from './resolvers.ts';

/** The part of the REST API that has no equal in GraphQL: the role of a user in a repository. */
export function answerRest(world: World, viewer: Viewer, path: string): Omit<Answer, 'headers'> {
	const [, owner, name, login] = /^.*\/repos\/([^/]+)\/([^/]+)\/collaborators\/([^/]+)\/permission$/.exec(path) ?? [];
	const repository = owner && name ? repositoryNamed(world, `${owner}/${name}`) : undefined;
	if (!repository || !login) return {status: 404, body: {message: 'Not Found'}};
	const mayAsk = ['admin', 'maintain', 'write'].includes(roleOf(repository, viewer.login));
	if (!mayAsk) return {status: 403, body: {message: 'Must have push access to view collaborator permission.'}};
	const user = decodeURIComponent(login);
	const role = roleOf(repository, user);
	// GitHub's older field knows three words only.
	const permission = {admin: 'admin', maintain: 'write', write: 'write', triage: 'read', read: 'read'}[role];
	return {status: 200, body: {permission, role_name: role, user: {login: user}}};
}
