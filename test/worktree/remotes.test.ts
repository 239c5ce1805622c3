import {appendFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readRemotes} from '../../source/worktree/remotes.ts';
import {git, gitIn, newRepository} from './folders.ts';

const rules = `
[url "https://long.example/"]
	insteadOf = short:
	insteadOf = other:
[url "https://longer.example/"]
	insteadOf = short:deep/
	pushInsteadOf = https://read.example/
[url "git@push.example:"]
	pushInsteadOf = https://read.example/deep/
`;

const remotes: Record<string, {url?: string[]; pushurl?: string[]}> = {
	plain: {url: ['https://example.com/a.git', 'https://example.com/b.git']},
	'Up.url "x': {url: ['short:a.git']},
	deeper: {url: ['short:deep/a.git', 'other:a.git']},
	'pushed elsewhere': {url: ['other:a.git', 'https://read.example/a.git', 'https://read.example/deep/a.git']},
	'own address': {url: ['https://read.example/a.git'], pushurl: ['short:b.git', 'https://read.example/b.git']},
	'pushed only': {pushurl: ['short:deep/b.git']},
};

test('remotes lead where git says, whatever is put instead of their addresses', async () => {
	const root = newRepository();
	appendFileSync(join(root, '.git/config'), rules);
	for (const [name, urls] of Object.entries(remotes))
		for (const [key, all] of Object.entries(urls))
			for (const url of all) git(root, 'config', '--add', `remote.${name}.${key}`, url);
	const lines = git(root, 'remote', '-v').split('\n');
	const said = lines.flatMap(line => {
		const [, name, url, way] = /^(.*)\t(.*) \((fetch|push)\)$/.exec(line) ?? [];
		return name === undefined ? [] : [{name, url, way}];
	});
	const used = (name: string, wanted: string) =>
		said.flatMap(({name: of, url, way}) => (of === name && way === wanted ? [url] : []));
	const names = Object.keys(remotes);
	expect([...new Set(said.map(({name}) => name))]).toEqual(names.toSorted());
	expect(await readRemotes(gitIn(root))).toEqual(
		names.map(name => ({
			name,
			// git names only the first of those that it fetches from.
			fetched: expect.arrayContaining([...used(name, 'fetch'), ...(remotes[name]!.url ?? [])]),
			pushed: [...used(name, 'push'), ...(remotes[name]!.pushurl ?? remotes[name]!.url ?? [])],
			isMirror: false,
		})),
	);
});

test.each([
	['true', true],
	['yes', true],
	['ON', true],
	['1', true],
	['-2', true],
	['false', false],
	['no', false],
	['0', false],
	['', false],
	[null, true],
])('a remote with mirror = %s is a mirror: %s', async (value, isMirror) => {
	const root = newRepository();
	git(root, 'remote', 'add', 'origin', 'https://example.com/a.git');
	appendFileSync(join(root, '.git/config'), `[remote "origin"]\n\tmirror${value === null ? '' : ` = ${value}`}\n`);
	expect(git(root, 'config', '--type=bool', 'remote.origin.mirror')).toBe(String(isMirror));
	expect(await readRemotes(gitIn(root))).toMatchObject([{name: 'origin', isMirror}]);
});
