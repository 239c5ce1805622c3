import {expect, test} from 'vitest';
import {openWriteAccess} from '../../source/github/write-access.ts';
import {pullRequest} from '../emulators/github/data.ts';
import {fault} from '../emulators/github/faults.ts';
import type {RepositoryRole} from '../emulators/github/records.ts';
import {goodToken} from '../emulators/github/server.ts';
import {connect, gitHub, octoApp} from './connect.ts';

const roles: Record<string, RepositoryRole> = {octocat: 'write', ann: 'maintain', tom: 'triage', ro: 'read'};

async function repository(own: RepositoryRole = 'write') {
	const repositories = [{nameWithOwner: 'octo/app', roles: {...roles, octocat: own}}];
	const server = await gitHub({pullRequests: [pullRequest()], repositories});
	const {client} = await connect(server);
	const access = openWriteAccess(client);
	return {server, mayWrite: (login: string) => access(octoApp, login)};
}

test('write access is read from the role', async () => {
	const {mayWrite} = await repository();
	const people = ['octocat', 'ann', 'tom', 'ro', 'stranger', '../x'];
	const found = await Promise.all(people.map(mayWrite));
	expect(found).toEqual([true, true, false, false, false, false]);
});

test.each([
	['refused', fault.status(403, 'Must have push access')],
	['cut', fault.cut()],
	['a page of HTML', fault.html(200)],
])('a look-up that is %s tells nothing', async (_, failing) => {
	const {server, mayWrite} = await repository();
	server.faults.on('REST', failing);
	expect(await mayWrite('ann')).toBeNull();
});

test.each<[RepositoryRole, true | null]>([
	['write', true],
	['triage', null],
])('a token that may look nobody up answers for its own account, with the role %s, in one query', async (role, may) => {
	const {server, mayWrite} = await repository(role);
	server.faults.on('REST', ...Array.from({length: 3}, () => fault.status(403, 'Resource not accessible')));
	expect(await Promise.all(['OctoCat', 'ann', 'octocat'].map(mayWrite))).toEqual([may, null, may]);
	expect(server.requests.filter(({operation}) => operation === 'Access')).toHaveLength(1);
});

test('an app does not answer for itself', async () => {
	const app = 'our-app[bot]';
	const server = await gitHub({
		pullRequests: [pullRequest()],
		repositories: [{nameWithOwner: 'octo/app', roles: {[app]: 'write'}}],
		tokens: {[goodToken]: {login: app, scopes: null}},
	});
	server.faults.on('REST', fault.status(403, 'Resource not accessible by integration'));
	expect(await openWriteAccess((await connect(server)).client)(octoApp, app)).toBeNull();
});

test('if that fails too, nothing is known', async () => {
	const {server, mayWrite} = await repository();
	server.faults.on('REST', fault.status(403, 'Resource not accessible'));
	server.faults.on('Access', fault.errors({message: 'no'}));
	expect(await mayWrite('octocat')).toBeNull();
});
