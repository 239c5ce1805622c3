import {expect, test} from 'vitest';
import {readListScope} from '../../source/github/list-scope.ts';

const owner = {kind: 'owner', host: null, owner: 'acme'};
const api = {kind: 'repository', host: null, owner: 'acme', name: 'api'};
const twelve = {kind: 'pull-request', host: null, owner: 'acme', name: 'api', number: 12};
const there = {host: 'git.example.org'};

test.each([
	['acme', owner],
	['acme_corp', {...owner, owner: 'acme_corp'}],
	['acme/api', api],
	['acme/.github', {...api, name: '.github'}],
	['acme/api#12', twelve],
	['git.example.org/acme', {...owner, ...there}],
	['git.example.org/acme/api', {...api, ...there}],
	['git.example.org/acme/api#12', {...twelve, ...there}],
	['localhost:8080/acme/api', {...api, host: 'localhost:8080'}],
	['https://github.com/acme', {...owner, host: 'github.com'}],
	['https://github.com/orgs/acme/repositories', {...owner, host: 'github.com'}],
	['https://github.com/acme/api', {...api, host: 'github.com'}],
	['https://github.com/acme/api.git', {...api, host: 'github.com'}],
	['https://www.github.com/acme/api/pulls?q=is%3Aopen', {...api, host: 'github.com'}],
	['https://git.example.org/acme/api/pull/12/files', {...twelve, ...there}],
	['git.example.org/acme/api/pull/12', {...twelve, ...there}],
	['git@github.com:acme/api.git', {...api, host: 'github.com'}],
])('%s is a scope', (text, scope) => {
	expect(readListScope(text)).toEqual(scope);
});

test.each([
	'',
	' ',
	'-acme',
	'acme corp',
	'acme/',
	'acme/..',
	'acme/api#0',
	'acme#12',
	'acme/api/web/app',
	'https://github.com',
	'https://github.com/acme/api/issues/12',
	'a b/acme/api',
	'acme/api#12; rm -rf /',
	'\u0024{{ github.token }}',
])('"%s" is none', text => {
	expect(readListScope(text)).toBeNull();
});
