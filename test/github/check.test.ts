import {expect, test} from 'vitest';
import {inspectHost} from '../../source/github/check.ts';
import {fault} from '../emulators/github/faults.ts';
import {connect, gitHub} from './connect.ts';

const value = 'c'.repeat(40);

async function check(scopes: string[] | null) {
	const server = await gitHub({tokens: {[value]: {login: 'octocat', scopes}}});
	const {client} = await connect(server, {token: {value, source: 'GH_TOKEN'}});
	return inspectHost(client);
}

test('a good token: who it is and what it may', async () => {
	expect(await check(['repo', 'admin:org', 'gist'])).toMatchObject({
		host: 'github.com',
		reachable: true,
		token: {
			source: 'GH_TOKEN',
			accepted: true,
			login: 'octocat',
			scopes: ['repo', 'admin:org', 'gist'],
			missingScopes: [],
		},
		rate: {limit: 5000, remaining: 4999},
		failure: null,
	});
});

test.each([
	['of a poor classic token are named', ['public_repo'], ['repo', 'read:org']],
	['of a classic token without any are named', [], ['repo', 'read:org']],
	['of a fine-grained token are not known', null, []],
])('missing scopes %s', async (_, scopes, missingScopes) => {
	expect((await check(scopes)).token).toMatchObject({accepted: true, scopes, missingScopes});
});

test('a refused token, and no token, still show that the host is there', async () => {
	const server = await gitHub();
	const refused = await connect(server, {token: {value, source: 'GITHUB_TOKEN'}});
	expect(await inspectHost(refused.client)).toMatchObject({
		reachable: true,
		token: {source: 'GITHUB_TOKEN', accepted: false, login: null},
		failure: {code: 'bad-credentials'},
	});
	const without = await connect(server, {token: null});
	expect(await inspectHost(without.client)).toMatchObject({reachable: true, token: null});
});

test('a host that cannot be reached', async () => {
	const server = await gitHub();
	server.faults.next(...Array.from({length: 4}, () => fault.cut()));
	const {client} = await connect(server);
	expect(await inspectHost(client)).toMatchObject({reachable: false, failure: {code: 'network'}});
});
