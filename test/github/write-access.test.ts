import {expect, test} from 'vitest';
import {hasWriteAccess} from '../../source/github/write-access.ts';
import {pullRequest, type RepositoryRole} from '../emulators/github/data.ts';
import {fault} from '../emulators/github/faults.ts';
import {connect, gitHub, octoApp} from './connect.ts';

const roles: Record<string, RepositoryRole> = {octocat: 'write', ann: 'maintain', tom: 'triage', ro: 'read'};

async function repository() {
	const repositories = [{nameWithOwner: 'octo/app', roles}];
	const server = await gitHub({pullRequests: [pullRequest()], repositories});
	const {client} = await connect(server);
	return {server, client};
}

test('write access is read from the role', async () => {
	const {client} = await repository();
	const people = ['octocat', 'ann', 'tom', 'ro', 'stranger', '../x'];
	const found = await Promise.all(people.map(login => hasWriteAccess(client, octoApp, login)));
	expect(found).toEqual([true, true, false, false, false, false]);
});

test.each([
	['refused', fault.status(403, 'Must have push access')],
	['cut', fault.cut()],
	['a page of HTML', fault.html(200)],
])('a look-up that is %s counts as no', async (_, failing) => {
	const {server, client} = await repository();
	server.faults.on('REST', failing);
	expect(await hasWriteAccess(client, octoApp, 'ann')).toBe(false);
});
