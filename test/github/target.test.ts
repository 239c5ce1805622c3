import {expect, test} from 'vitest';
import {readNamed} from './connect.ts';

const origin = {name: 'origin', url: 'git@github.com:octo/app.git'};
const here = {remotes: [origin], branch: 'feature'};

test.each([
	['a number', {argument: '12'}, {head: {number: 12}, named: {owner: null, name: null}}],
	['a number with #', {argument: '#12'}, {head: {number: 12}}],
	['--pr', {pr: '12'}, {head: {number: 12}}],
	['the same twice', {argument: '12', pr: '12'}, {head: {number: 12}}],
	[
		'a URL',
		{argument: 'https://git.example.org/acme/tool/pull/3/files'},
		{head: {number: 3}, askedHost: 'git.example.org', named: {owner: 'acme', name: 'tool'}},
	],
	['owner/name#12', {argument: 'acme/tool#12'}, {head: {number: 12}, named: {owner: 'acme', name: 'tool'}}],
	['a branch', {argument: 'fix/it'}, {head: {owner: null, branch: 'fix/it', isCurrent: false}}],
	[
		'a branch that ends in a number',
		{argument: 'issue/12'},
		{head: {owner: null, branch: 'issue/12', isCurrent: false}},
	],
	['owner:branch', {argument: 'ann:fix'}, {head: {owner: 'ann', branch: 'fix', isCurrent: false}}],
	['nothing: the current branch', {}, {head: {owner: null, branch: 'feature', isCurrent: true}}],
	[
		'nothing, on the branch that a checkout of a pull request leaves',
		{upstream: {remote: 'origin', ref: 'refs/pull/44/head'}},
		{head: {number: 44}},
	],
	['--repo owner/name', {repo: 'acme/tool', pr: '1'}, {named: {owner: 'acme', name: 'tool'}, askedHost: null}],
	[
		'--repo host/owner/name',
		{repo: 'git.example.org/acme/tool', pr: '1'},
		{named: {owner: 'acme', name: 'tool'}, askedHost: 'git.example.org'},
	],
	...[
		'https://git.example.org/acme/tool',
		'https://git.example.org/acme/tool.git',
		'git@git.example.org:acme/tool.git',
	].map(
		repo =>
			[`--repo ${repo}`, {repo, pr: '1'}, {named: {owner: 'acme', name: 'tool'}, askedHost: 'git.example.org'}] as [
				string,
				object,
				object,
			],
	),
	['--owner --repo', {owner: 'acme', repo: 'tool', pr: '1'}, {named: {owner: 'acme', name: 'tool'}}],
])('%s', (_, input, expected) => {
	expect(readNamed({...here, ...input})).toMatchObject(expected);
});

test('remotes come in the order of a fork, and those that are no repository are left out', () => {
	const remotes = [
		{name: 'ann', url: 'https://github.com/ann/app'},
		{name: 'origin', url: 'https://github.com/me/app'},
		{name: 'backup', url: '/srv/app.git'},
		{name: 'upstream', url: 'https://github.com/octo/app'},
	];
	const target = readNamed({remotes, branch: 'feature'});
	expect(target.remotes.map(({remote}) => remote)).toEqual(['upstream', 'origin', 'ann']);
});

test('among remotes of several hosts GitHub is the one that is meant', () => {
	const remotes = [
		{name: 'origin', url: 'https://gitlab.example/octo/app'},
		{...origin, name: 'mirror'},
	];
	expect(readNamed({remotes, branch: 'feature'}).inferredHost).toBe('github.com');
});

test.each([
	['two numbers', {argument: '12', pr: '13'}, 'bad-pull-request'],
	['zero', {argument: '0'}, 'bad-pull-request'],
	['words', {argument: 'not a branch'}, 'bad-pull-request'],
	['a URL and another repository', {argument: 'https://github.com/a/b/pull/1', repo: 'a/c'}, 'bad-repository'],
	[
		'a URL and the same repository on another host',
		{argument: 'https://github.com/a/b/pull/1', repo: 'ghe.example.com/a/b'},
		'bad-repository',
	],
	['the URL of a page as repository', {repo: 'https://github.com/acme/tool/pull/1', pr: '1'}, 'bad-repository'],
	['a URL and another owner', {owner: 'a', repo: 'https://github.com/acme/tool', pr: '1'}, 'bad-repository'],
	['two owners', {owner: 'a', repo: 'b/c', pr: '1'}, 'bad-repository'],
	['a detached HEAD', {branch: null}, 'no-branch'],
])('%s is a usage error', (_, input, code) => {
	expect(() => readNamed({...here, ...input})).toThrow(expect.objectContaining({kind: 'usage', code}));
});
