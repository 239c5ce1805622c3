import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {readCommitter} from '../../source/worktree/commit/identity.ts';
import {env, git, gitIn, newRepository} from './folders.ts';

const named = (name: string) => ({GIT_COMMITTER_NAME: name});

test.each<[Record<string, string>, Record<string, string>]>([
	[{}, {}],
	[{'user.name': 'Ada Ö. King'}, {}],
	[{'user.name': 'Ada King Jr.'}, {}],
	[{'author.name': 'Grace', 'committer.email': 'bot@example.com'}, {}],
	[{'author.name': 'Grace'}, {GIT_AUTHOR_NAME: 'Env', GIT_AUTHOR_EMAIL: 'env@example.com'}],
	[{'user.email': ' <ada@example.com> '}, {}],
	[{}, named(' "Ada", ')],
	[{}, named('A <da> King')],
	[{}, named("d'Ada")],
])('who commits is who git says, with %o and %o', async (settings, given) => {
	const root = newRepository();
	// These come after those of the environment of the tests.
	const all = {'user.name': 'Ada', 'user.email': 'ada@example.com', 'commit.gpgSign': 'yes', ...settings};
	for (const [name, value] of Object.entries(all)) git(root, 'config', name, value);
	const here = {...env, GIT_CONFIG_COUNT: '0'};
	const identOf = (role: string) => {
		const ident = execFileSync('git', ['var', `GIT_${role}_IDENT`], {cwd: root, env: {...here, ...given}});
		return /^(.*) <(.*)> \d+ \S+$/.exec(ident.toString().trim())!.slice(1);
	};
	const {name, email, isSigned, ...committer} = await readCommitter(gitIn(root, {GIT_CONFIG_COUNT: '0'}), given);
	const {GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL} = committer.env;
	expect([name, email, isSigned]).toEqual([...identOf('COMMITTER'), true]);
	expect([GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL]).toEqual(identOf('AUTHOR'));
});

test.each([
	[{}],
	[{'user.name': 'Ada'}],
	[{'user.email': 'ada@example.com'}],
	[{'user.name': ',', 'user.email': 'ada@example.com'}],
	[{'user.name': '', 'user.email': 'ada@example.com'}],
])('nobody commits with %o', async settings => {
	const root = newRepository();
	for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value);
	const there = {GIT_CONFIG_COUNT: '0', EMAIL: 'made-up@example.com'};
	await expect(readCommitter(gitIn(root, there), there)).rejects.toMatchObject({code: 'no-identity'});
});
