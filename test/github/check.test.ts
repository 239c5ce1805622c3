import {expect, test} from 'vitest';
import {Failure} from '../../source/failure.ts';
import {checkHost} from '../../source/github/check.ts';
import type {ClientOptions} from '../../source/github/client.ts';
import {fault} from '../emulators/github/faults.ts';
import type {GitHub} from '../emulators/github/server.ts';
import {connect, gitHub} from './connect.ts';

const value = 'c'.repeat(40);
const noToken = new Failure('authentication', 'no-token', 'No token was found.');

async function check(server: GitHub, options: Partial<ClientOptions> = {}) {
	const {client} = await connect(server, options);
	return checkHost(client, () => noToken);
}

test.each([
	[['repo', 'admin:org', 'gist'], 'ok', 'scopes repo, admin:org, gist', null],
	[['public_repo'], 'warning', 'missing the scopes repo and read:org', null],
	[[], 'warning', 'missing the scopes repo and read:org', null],
	[['repo'], 'warning', 'missing the scope read:org', 'gh auth refresh --hostname github.com --scopes read:org'],
	[null, 'ok', 'GitHub does not report its permissions', null],
])('a good token with the scopes %j', async (scopes, status, detail, command) => {
	const server = await gitHub({tokens: {[value]: {login: 'octocat', scopes}}});
	const source = command === null ? 'GH_TOKEN' : 'gh auth token';
	const found = await check(server, {token: {value, source}});
	expect(found.server).toMatch(/graphql responds, 4999 of 5000 API points left this hour$/);
	expect(found.token).toMatchObject({status, detail: expect.stringContaining(detail), command});
	expect(found.token).toMatchObject({detail: expect.stringContaining(`${source}, accepted as octocat`)});
});

test('a refused token, and no token, still show that the host is there', async () => {
	const server = await gitHub();
	const refused = await check(server, {token: {value, source: 'GITHUB_TOKEN'}});
	expect(refused.server).toMatch(/graphql responds$/);
	expect(refused.token).toMatchObject({code: 'bad-credentials'});
	const without = await check(server, {token: null});
	expect(without.server).toMatch(/graphql responds/);
	expect(without.token).toBe(noToken);
});

test('a host that cannot be reached', async () => {
	const server = await gitHub();
	server.faults.next(...Array.from({length: 4}, () => fault.cut()));
	const found = await check(server);
	expect(found).toMatchObject({
		server: {code: 'network'},
		token: {status: 'skipped', detail: 'GITHUB_TOKEN, not checked'},
	});
});
