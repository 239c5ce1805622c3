import {expect, test} from 'vitest';
import {locate} from '../../source/github/locate.ts';
import {pullRequest} from '../emulators/github/data.ts';
import type {GitHubOptions} from '../emulators/github/server.ts';
import {connect, gitHub, type Named, readNamed} from './connect.ts';

const remote = (name: string, repository: string) => ({name, url: `https://github.com/${repository}.git`});
const octo = remote('origin', 'octo/app');
const forks = [{nameWithOwner: 'octo/app'}, {nameWithOwner: 'me/app', parent: 'octo/app'}];

/** Where the pull request of this input is, as `owner/name#number`. */
async function find(input: Named, options: GitHubOptions) {
	const server = await gitHub({repositories: forks, ...options});
	const {client} = await connect(server);
	const target = readNamed({remotes: [octo], branch: 'feature', ...input});
	const {owner, name, number} = await locate(target, client);
	return `${owner}/${name}#${number}`;
}

const one = {pullRequests: [pullRequest()]};
const fromFork = {pullRequests: [pullRequest({headRepository: 'me/app'})]};

test('a repository and number given by hand are taken without a question', async () => {
	const server = await gitHub();
	const {client} = await connect(server);
	const target = readNamed({repo: 'acme/tool', pr: '3', remotes: [], branch: null});
	expect(await locate(target, client)).toEqual({owner: 'acme', name: 'tool', number: 3});
	expect(server.requests).toEqual([]);
});

test.each([
	['the current branch', {}, one],
	['a branch by name', {argument: 'feature', branch: 'other'}, one],
	['a number', {argument: '7'}, one],
	['a number, with the name alone by hand', {argument: '7', repo: 'app'}, one],
	['a branch of a repository by hand', {argument: 'feature', repo: 'octo/app', remotes: []}, one],
	['a branch of a fork by its owner', {argument: 'ME:feature'}, fromFork],
	[
		'the current branch of a fork, with upstream',
		{remotes: [remote('origin', 'me/app'), remote('upstream', 'octo/app')]},
		fromFork,
	],
	['the current branch of a fork alone', {remotes: [remote('origin', 'me/app')]}, fromFork],
	['a number, in a fork', {argument: '7', remotes: [remote('origin', 'me/app')]}, fromFork],
	[
		'a branch that was pushed under another name',
		{branch: 'local', upstream: {remote: 'origin', ref: 'refs/heads/feature'}},
		one,
	],
	[
		'a fork that only the branch names',
		{upstream: {remote: 'git@github.com:me/app.git', ref: 'refs/heads/feature'}},
		fromFork,
	],
	[
		'a remote of an older name',
		{remotes: [remote('origin', 'old/app')]},
		{
			...one,
			repositories: [{nameWithOwner: 'octo/app', formerNames: ['old/app']}],
		},
	],
	['a remote in another case', {remotes: [remote('origin', 'Octo/App')]}, one],
	['a remote that is gone beside a good one', {remotes: [remote('a', 'gone/app'), octo]}, one],
] satisfies [string, Named, GitHubOptions][])('%s', async (_, input, options) => {
	expect(await find(input, options)).toBe('octo/app#7');
});

test('a number that both a fork and its base have is theirs that is called upstream, else asked for', async () => {
	const both = {pullRequests: [pullRequest(), pullRequest({repository: 'me/app'})]};
	const remotes = [remote('origin', 'me/app'), remote('upstream', 'octo/app')];
	expect(await find({argument: '7', remotes}, both)).toBe('octo/app#7');
	await expect(find({argument: '7', remotes: remotes.slice(0, 1)}, both)).rejects.toMatchObject({
		kind: 'usage',
		code: 'several-pull-requests',
		message: expect.stringMatching(/me\/app#7.*octo\/app#7|octo\/app#7.*me\/app#7/),
	});
});

test('several open pull requests of a branch are named, and --pr is asked for', async () => {
	const pullRequests = [pullRequest({number: 7}), pullRequest({number: 8, baseRefName: 'next'})];
	await expect(find({}, {pullRequests})).rejects.toMatchObject({
		kind: 'usage',
		code: 'several-pull-requests',
		message: expect.stringMatching(/octo\/app#7.*octo\/app#8/),
		remedy: expect.stringContaining('--pr 7'),
	});
});

test('of the same branch in two own repositories the one that it is pushed to counts', async () => {
	const pullRequests = [pullRequest({number: 7}), pullRequest({number: 8, headRepository: 'me/app'})];
	const remotes = [remote('origin', 'me/app'), remote('upstream', 'octo/app')];
	const upstream = {remote: 'origin', ref: 'refs/heads/feature'};
	expect(await find({remotes, upstream}, {pullRequests})).toBe('octo/app#8');
	await expect(find({remotes}, {pullRequests})).rejects.toMatchObject({code: 'several-pull-requests'});
});

test.each([
	['of a stranger', 'stranger/app'],
	['of a deleted repository', null],
])('a branch of the same name %s is shown and never taken', async (_, headRepository) => {
	await expect(find({}, {pullRequests: [pullRequest({headRepository})]})).rejects.toMatchObject({
		code: 'several-pull-requests',
		message: expect.stringContaining(headRepository ?? 'deleted'),
	});
});

test('a branch that was started from the default branch is not taken for it', async () => {
	const pullRequests = [pullRequest({headRefName: 'main', baseRefName: 'release'})];
	const upstream = {remote: 'origin', ref: 'refs/heads/main'};
	await expect(find({upstream}, {pullRequests})).rejects.toMatchObject({kind: 'usage', code: 'no-pull-request'});
});

test.each([
	['a branch without an open pull request', {}, {pullRequests: [pullRequest({state: 'MERGED'})]}, 'no-pull-request'],
	['no remote on the host', {remotes: []}, one, 'no-repository'],
	['a number that nobody has', {argument: '99'}, one, 'pull-request-not-found'],
	[
		'a repository that is not there',
		{argument: '7', remotes: [remote('origin', 'no/app')]},
		one,
		'repository-not-found',
	],
])('%s is a failure', async (_, input, options, code) => {
	await expect(find(input, options)).rejects.toMatchObject({code});
});
