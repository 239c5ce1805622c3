import {mkdirSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {expect, it} from 'vitest';
import {listStateRecords, stateRecordsOf} from '../../source/worktree/state-folder.ts';
import {newFolder} from '../helpers/folders.ts';

const octo = {host: 'github.com', owner: 'octo', repo: 'app', number: 7};
const homeOf = (env: Record<string, string>) => join(env.XDG_STATE_HOME!, 'pr-resolve');

it('keeps the runs on a pull request in a folder named after it, whatever the case of its names', () => {
	const env = {XDG_STATE_HOME: newFolder()};
	const {folder} = stateRecordsOf(octo, env);
	expect(folder).toBe(join(homeOf(env), 'github.com/octo/app/7'));
	expect(stateRecordsOf({...octo, host: 'GitHub.com', owner: 'Octo', repo: 'App'}, env).folder).toBe(folder);
});

it('finds the pull requests again by their folders', async () => {
	const env = {XDG_STATE_HOME: newFolder()};
	const ports = {...octo, host: 'github.example.com:8443', number: 12};
	for (const pullRequest of [octo, ports]) mkdirSync(stateRecordsOf(pullRequest, env).folder, {recursive: true});
	mkdirSync(join(homeOf(env), 'budget/day-2026-11-23'), {recursive: true});
	mkdirSync(join(homeOf(env), 'github.com/octo/app/notes'));
	const found = await listStateRecords(env);
	expect(found.map(({pullRequest}) => pullRequest)).toEqual(expect.arrayContaining([octo, ports]));
	expect(found).toHaveLength(2);
});

it('never leaves the state folder, whatever a server calls a repository', async () => {
	const hostile = [
		'..',
		'.',
		'../..',
		'a/../../b',
		'/etc',
		'\u0000',
		'\ud800',
		'\u202e',
		'%2e%2e',
		'.git',
		'é',
		'CON',
		'~',
		'',
	];
	for (const name of hostile) {
		const env = {XDG_STATE_HOME: newFolder()};
		for (const named of [
			{...octo, host: name},
			{...octo, owner: name},
			{...octo, repo: name},
		]) {
			const {folder} = stateRecordsOf(named, env);
			const parts = relative(homeOf(env), folder).split('/');
			expect(parts, JSON.stringify(name)).toHaveLength(4);
			expect(parts.every(part => part !== '' && !part.startsWith('.'))).toBe(true);
			expect(join(dirname(folder), `${named.number}`)).toBe(folder);
		}
	}
});

it('needs a home for the record of a run without a checkout', () => {
	expect(() => stateRecordsOf(octo, {})).toThrow(/HOME/);
});
