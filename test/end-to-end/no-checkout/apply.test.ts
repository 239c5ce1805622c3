import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import type {Review} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {ada} from '../closing/committing.ts';
import {applying, rabbit, twoSuggestions} from './applying.ts';
import {clonesIn, stateOf} from './reading.ts';

test('the commit is made on the branch of the pull request, from a folder that stays as it was', async () => {
	const {apply, there, fileThere, outside, env, tree} = await applying();
	const before = there();
	const {code, report} = await apply();
	expect([report.stops, code]).toEqual([[], 0]);
	expect(fileThere('src/list.txt')).toContain('item two');
	expect(report.commits).toMatchObject([
		{
			oid: there(),
			parent: before,
			via: 'api',
			signed: true,
			pushed: true,
			headline: 'Apply suggestions from code review',
		},
	]);
	expect(report.publication).toMatchObject({target: {repo: 'octo/app', branch: 'feature', before, after: there()}});
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['applied', 'applied']);
	expect(report.run!.undo).toBe(`pr-resolve undo ${report.run!.id} --publish`);
	expect([clonesIn(env.TMPDIR), readdirSync(outside.root)]).toEqual([[], []]);
	expect(tree.read('src/list.txt')).toContain('item 2\n');
});

test('replies and resolves follow, and a second run has nothing to do', async () => {
	const {apply, there, threads, host} = await applying();
	const {code, report} = await apply('--reply', '--resolve-threads');
	expect([report.stops, code]).toEqual([[], 0]);
	expect(threads()).toEqual(Array.from({length: 2}, () => [true, `Applied in ${there()}.`]));
	const [writes, head] = [host.writes.length, there()];
	const again = await apply('--reply', '--resolve-threads');
	expect([again.code, host.writes.length, there()]).toEqual([0, writes, head]);
});

test('in a clone of another repository nothing is touched', async () => {
	const {call, url, fileThere} = await applying();
	const other = workTree({'b.txt': 'b\n'});
	const before = stateOf(other.root);
	expect((await call(['apply', url, '--no-checkout', '--push'], {cwd: other.root})).code).toBe(0);
	expect(fileThere('src/other.txt')).toContain('entry three');
	expect(stateOf(other.root)).toEqual(before);
});

test('the commits hold the same tree as those of a clone, split too', async () => {
	const files = {
		'windows.txt': Buffer.from('\uFEFFone\r\ntwo\r\nthree', 'utf8'),
		'run.sh': '#!/bin/sh\necho 1\n',
		'a b/ü.txt': 'one\ntwo\n',
	};
	const suggest = (review: Review) =>
		void review
			.suggest('windows.txt', 2, ['TWO', 'and a half'], rabbit)
			.suggest('run.sh', 2, ['echo 2'], rabbit)
			.suggest('a b/ü.txt', 1, [], rabbit)
			.suggest('src/list.txt', 12, ['the end'], {author: user('ann')});
	for (const split of ['one', 'file', 'reviewer', 'finding']) {
		const opened = await applying(suggest, {tree: workTree(files).chmod('run.sh', 0o755).commit()});
		const {code, report} = await opened.apply('--set', `split=${split}`);
		expect([report.stops, code, split]).toEqual([[], 0, split]);
		const local = await opened.tree.call(['apply', opened.url, '--commit', '--json', '--yes'], {
			env: {...opened.env, ...ada},
		});
		expect(local.code).toBe(0);
		expect(opened.git('rev-parse', `${opened.there()}^{tree}`)).toBe(opened.tree.git('rev-parse', 'HEAD^{tree}'));
		expect(opened.git('ls-tree', opened.there(), 'run.sh')).toMatch(/^100755/);
		expect(opened.git('log', '--format=%P', '-1', report.commits[0]!.oid)).toBe(report.commits[0]!.parent);
	}
});

test('the message names the run and the other authors, and the account only for a sign-off', async () => {
	const suggest = (review: Review) =>
		void review
			.suggest('src/list.txt', 2, ['item two'], {
				author: {__typename: 'Bot', login: 'coderabbitai', databaseId: 136_622_811},
			})
			.suggest('src/other.txt', 3, ['entry three'], {
				author: {__typename: 'User', login: 'octocat', databaseId: 583_231},
			});
	const opened = await applying(suggest, {repository: {requiresSignoff: true}});
	const {report} = await opened.apply('--message', 'Take {count} suggestions of #{number}');
	const message = opened.git('log', '-1', '--format=%B', opened.there());
	expect(message.split('\n')).toEqual([
		'Take 2 suggestions of #7',
		'',
		`Pr-Resolve-Run: ${report.run!.id}`,
		'Co-authored-by: coderabbitai[bot] <136622811+coderabbitai[bot]@users.noreply.github.com>',
		'Signed-off-by: octocat <583231+octocat@users.noreply.github.com>',
	]);
});

test('--dry-run shows message, branch and replies, and writes nothing', async () => {
	const opened = await applying();
	const before = opened.there();
	const {code, report} = await opened.apply('--dry-run', '--reply');
	expect([code, report]).toMatchObject([
		0,
		{commitPreview: [expect.stringContaining('Apply suggestions')], pushPreview: {repo: 'octo/app', branch: 'feature'}},
	]);
	expect([opened.there(), opened.host.writes]).toEqual([before, []]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test.each([
	['without --push', [], /--no-checkout needs --push.*use analyze instead/s],
	['with --verify', ['--push', '--verify', 'true'], /--no-checkout and --verify cannot be combined/],
	['with --hooks', ['--push', '--hooks'], /--no-checkout and --hooks cannot be combined/],
	['with --fixup', ['--push', '--fixup'], /--no-checkout and --fixup cannot be combined/],
])('%s it is a usage error', async (_, flags, said) => {
	const {code, stderr} = await workTree().call(['apply', '7', '--no-checkout', ...flags]);
	expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
});

test('a branch that the token may not push to: nothing is left', async () => {
	const opened = await applying(twoSuggestions, {repository: {roles: {octocat: 'read'}}});
	const before = opened.there();
	const {code, report} = await opened.apply();
	expect([code, report.stops, report.run]).toMatchObject([4, [{code: 'cannot-push'}], null]);
	expect([opened.there(), opened.host.writes]).toEqual([before, []]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test('rules of the repository that refuse the commit: each line is shown, and nothing is left', async () => {
	const opened = await applying(twoSuggestions, {
		repository: {protection: {by: 'ruleset', lines: ['No direct pushes.']}},
	});
	const {code, report} = await opened.apply('--reply');
	expect([code, report.stops]).toMatchObject([
		4,
		[{code: 'push-declined', message: expect.stringContaining('No direct pushes.')}],
	]);
	expect(opened.threads()).toEqual([[false], [false]]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test('a project file at the head that says dry-run keeps the run from writing', async () => {
	const tree = workTree({'.pr-resolve.yaml': 'mode: dry-run\n'});
	const {apply, there, host} = await applying(twoSuggestions, {tree});
	const before = there();
	const {report} = await apply('--reply');
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['planned', 'planned']);
	expect([there(), host.writes]).toEqual([before, []]);
});

test('a workflow file that the token may not change: the remedy names the change, and nothing is left', async () => {
	const path = '.github/workflows/ci.yml';
	const suggest = (review: Review) =>
		void review.suggest(path, 1, ['on: pull_request'], rabbit).suggest('src/list.txt', 2, ['item two'], rabbit);
	const opened = await applying(suggest, {tree: workTree({[path]: 'on: push\njobs: {}\n'})});
	const before = opened.there();
	const {code, report} = await opened.apply();
	expect([code, report.stops, opened.there()]).toMatchObject([
		4,
		[
			{
				code: 'push-workflow',
				remedy: expect.stringMatching(/decline c\w+ \(.github\/workflows\/ci.yml\) in --decisions/),
			},
		],
		before,
	]);
	expect((await opened.call(['runs', '--json'])).json).toMatchObject({runs: []});
});

test.runIf(process.platform === 'linux')(
	'a state folder that cannot be made: nothing is written, and the folder is named',
	async () => {
		const {call, url, there, host} = await applying();
		const before = there();
		const {code, json} = await call(['apply', url, '--no-checkout', '--push', '--json'], {
			XDG_STATE_HOME: '/proc/none',
		});
		expect([code, json]).toMatchObject([
			1,
			{
				error: {
					message: expect.stringContaining('/proc/none/pr-resolve'),
					remedy: expect.stringContaining('make that folder writable'),
				},
			},
		]);
		expect([there(), host.writes]).toEqual([before, []]);
	},
);

test('the commit and the replies share their turns: all writes are a second apart', async () => {
	const {apply, clock, threads} = await applying();
	const start = clock.now() + 1000;
	const {code} = await apply('--reply', '--resolve-threads');
	expect([code, threads().map(([isResolved]) => isResolved)]).toEqual([0, [true, true]]);
	// A commit, two replies and two resolves.
	expect(clock.now() - start).toBe(4000);
});
