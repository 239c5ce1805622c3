import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {expect} from 'vitest';
import {bot} from '../../emulators/github/data.ts';
import {newFolder} from '../../helpers/folders.ts';
import {ada} from './committing.ts';
import {realGit} from './git-that.ts';
import {type PushReport, pushing} from './pushing.ts';

const rabbit = bot('coderabbitai');
export const branch = 'feature/limits';
export const url = 'https://github.com/octo/app/pull/7';

export const asAnn = `export GIT_AUTHOR_NAME=Ann GIT_AUTHOR_EMAIL=ann@example.com GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.com`;

/** Suggestions for two files. */
export const pushingTwo = () =>
	pushing({
		review: review =>
			void review
				.suggest('src/list.txt', 2, ['item two'], {author: rabbit})
				.suggest('src/other.txt', 3, ['entry three'], {author: rabbit}),
	});

/** Lets git fetch from a folder what is on the host. */
export const fetchingFrom = (bare: string) => ({
	GIT_ALLOW_PROTOCOL: 'file',
	GIT_CONFIG_COUNT: '1',
	GIT_CONFIG_KEY_0: `url.file://${bare}.insteadOf`,
	GIT_CONFIG_VALUE_0: 'https://github.com/octo/app.git',
});

/** What was said in each thread, without the first comments: the first line of each. */
export const repliesIn = ({data}: Awaited<ReturnType<typeof pushing>>['review']['pullRequest']) =>
	data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0]));

/** A clone that can fetch, too, and a command for `--verify` that does something the first time. */
export async function moving() {
	const opened = await pushingTwo();
	const {tree, bare, review} = opened;
	review.pullRequest.data.headMakers = ['ann', 'web-flow'];
	const env = fetchingFrom(bare);
	const once = join(newFolder(), 'once');
	/** Ann's clone, in which a script makes commits; they replace the branch. */
	const byAnn = (script: string) => {
		const clone = join(newFolder(), 'ann');
		return `${asAnn}; ${realGit} clone -q -b ${branch} ${bare} ${clone} && cd ${clone} && ${script} && ${realGit} push -q --force origin ${branch}`;
	};
	const call = async (args: readonly string[], more: Record<string, string> = {}) => {
		const {code, json, stderr, stdout} = await opened.call(args, {...env, ...more});
		return {code, report: json as PushReport, stderr, stdout};
	};
	return {
		...opened,
		call,
		fetching: env,
		byAnn,
		verifying: (script: string) => ['--verify', `[ -e ${once} ] || { touch ${once}; (${script}); }`],
		/** Runs in the shell what a message names; pr-resolve is this program. */
		async follow(remedy: string) {
			const [, first, named = first!] = /(?:Run: (.*)|Run `([^`]*)`)/.exec(remedy)!;
			for (const command of named.split(' && ')) {
				if (command.startsWith('pr-resolve ')) {
					const ended = await call([...command.split(' ').slice(1), '--json']);
					expect([command, ended.code]).toEqual([command, 0]);
				} else
					execFileSync('/bin/sh', ['-c', command], {cwd: tree.root, env: {...tree.env, ...ada, ...env}, stdio: 'pipe'});
			}
			return named;
		},
		replies: () => repliesIn(review.pullRequest),
		ours: () => tree.git('log', '--format=%H', '--grep=Pr-Resolve-Run').split('\n').filter(Boolean),
	};
}

/** Everything is on the pull request, once. */
export async function expectPublished({tree, there, replies, ours, call}: Awaited<ReturnType<typeof moving>>) {
	expect(there()).toBe(tree.head);
	expect(tree.git('status', '--porcelain')).toBe('');
	expect(tree.git('stash', 'list')).toBe('');
	expect(tree.read('src/list.txt')).toContain('item two\n');
	expect(tree.read('src/other.txt')).toContain('entry three\n');
	const commits = ours();
	for (const said of replies()) {
		const [, oid] = /^Applied in ([0-9a-f]{40})\./.exec(said.join()) ?? [];
		expect([said.length, commits]).toEqual([1, expect.arrayContaining([oid])]);
	}
	const again = await call(['apply', '--continue', '--json']);
	expect(again.report.error?.code).toBe('nothing-to-continue');
}

export const commit = (files: string) => `${files} && ${realGit} add -A && ${realGit} commit -q -m Theirs`;
export const elsewhere = commit('echo theirs >theirs.txt');
export const beside = commit("sed -i 's/^item 11$/item eleven/' src/list.txt");
export const replaced = (files: string) => `${files} && ${realGit} add -A && ${realGit} commit -q --amend -m Amended`;
