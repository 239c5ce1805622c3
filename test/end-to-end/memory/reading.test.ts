import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {memoryFile} from '../../../source/resolve/memory-file.ts';
import {entryId} from '../../../source/run/memory/entry.ts';
import {formatMemory} from '../../../source/run/memory/parse-memory.ts';
import {user} from '../../emulators/github/data.ts';
import {type Pushing, pushing, repliesOf, resolvedOf} from '../closing/pushing.ts';
import {onList, putThere, type Remembered, rabbit, remembering, twoByRabbit} from './remembering.ts';

const outcomesOf = ({findings}: Remembered) => findings.map(({outcome}) => outcome);

async function analyzed({call}: Pick<Pushing, 'call'>, ...flags: string[]) {
	const {code, json, stderr} = await call(['analyze', '7', '--json', ...flags]);
	return {code, stderr, ...(json as Remembered)};
}

const warnedOf = ({warnings}: Remembered) => warnings.flatMap(({kind, text}) => (kind === 'memory' ? text : []));

describe('what the default branch has declined for good', () => {
	test('is declined, with the reason, the person, the entry and the commit', async () => {
		const world = await remembering();
		const report = await analyzed(world);
		const id = entryId(onList());
		expect(report.code).toBe(0);
		expect(outcomesOf(report)).toEqual(['declined', 'planned']);
		const [one] = report.findings;
		expect(one).toMatchObject({
			reason: `alice has declined it for good: we write plain tests (entry ${id}; reconsider with --reconsider=${one!.id})`,
			memory: {entry: id, by: 'alice', reason: 'we write plain tests', until: '2999-12-31', commit: null},
		});
		expect(report.receipt.memory).toEqual({
			branch: 'main',
			commit: world.commit,
			entries: 1,
			problem: null,
			tooBroad: [],
			isChanged: false,
			declined: 1,
		});
		expect(report.summary).toMatchObject({findings: 2, declined: 1, planned: 1});
		const {stdout} = await world.call(['analyze', '7']);
		expect(stdout).toContain(`memory: 1 finding declined by ${memoryFile} of main at ${world.commit.slice(0, 10)}`);
		expect(stdout).toContain('1 planned, 1 declined by memory');
		expect(stdout).toMatch(/declined by memory\n.*declined +2 +coderabbit +src\/list\.txt: Better so\./);
	});

	test('names the commit that brought the entry where the clone has the branch', async () => {
		const world = await remembering();
		world.tree.git('fetch', '-q', world.bare, 'main');
		const {findings} = await analyzed(world);
		expect(findings[0]!.memory!.commit).toBe(world.commit);
		expect(findings[0]!.reason).toContain(`alice has declined it for good in ${world.commit.slice(0, 10)}: `);
	});

	test('costs no request', async () => {
		const requests = async (entries: Parameters<typeof remembering>[0]) => {
			const world = await remembering(entries);
			await analyzed(world);
			return world.host.requests.length;
		};
		expect(await requests([onList()])).toBe(await requests([]));
	});

	test('is neither written nor answered nor resolved', async () => {
		const world = await remembering();
		const {code, json} = await world.call(['apply', '7', '--publish', '--json']);
		expect(code).toBe(0);
		expect(outcomesOf(json as Remembered)).toEqual(['declined', 'applied']);
		expect(repliesOf(world).map(replies => replies.length)).toEqual([0, 1]);
		expect(resolvedOf(world)).toEqual([false, true]);
		expect(world.tree.read('src/list.txt')).toContain('item 2\n');
	});

	test('starts no round of watch, keeps none open, and is counted at the end', async () => {
		const world = await remembering([onList({path: '**'})]);
		const {code, json} = await world.call(['watch', '7', '--once', '--publish', '--yes', '--json']);
		expect([code, json]).toMatchObject([0, {end: 'clean', reason: 'nothing is left to apply; 2 declined by memory'}]);
		expect(world.host.writes).toEqual([]);
	});

	test('is taken up again by --reconsider and by a decision, and stays so in this clone', async () => {
		const world = await remembering();
		const {findings} = await analyzed(world);
		expect(outcomesOf(await analyzed(world, `--reconsider=${findings[0]!.id}`))).toEqual(['planned', 'planned']);
		expect(outcomesOf(await analyzed(world, '--reconsider'))).toEqual(['planned', 'planned']);
		expect(outcomesOf(await analyzed(world))).toEqual(['declined', 'planned']);
		await world.call(['mark', findings[0]!.id, 'open'], {});
		await world.call(['apply', '7', '--reconsider']);
		expect(world.tree.read('src/list.txt')).toContain('item two\n');
		world.tree.git('checkout', '-q', '--', 'src');
		expect(outcomesOf(await analyzed(world))).not.toContain('declined');
	});

	test('holds nothing of what a person has answered, wrote, or a severe finding', async () => {
		const world = await remembering([onList({path: '**', words: ['Better', 'so']})], {
			review: review =>
				void review
					.suggest('src/list.txt', 2, ['item two'], {author: user('ann')})
					.suggest('src/list.txt', 4, ['item four'], {
						...rabbit,
						body: '_⚠️ Potential issue_ | _🔴 Critical_\n\n**Better so.**',
					})
					.suggest('src/list.txt', 6, ['item six'], {...rabbit, body: 'Better so for the SQL injection.'})
					.suggest('src/list.txt', 8, ['item eight'], rabbit),
		});
		expect(outcomesOf(await analyzed(world))).toEqual(['planned', 'planned', 'planned', 'declined']);
	});

	test('does not take away a change that another finding shares', async () => {
		const world = await remembering(undefined, {
			review: review =>
				void review
					.suggest('src/list.txt', 2, ['item two'], rabbit)
					.suggest('src/list.txt', 2, ['item two'], {author: user('ann')}),
		});
		expect(outcomesOf(await analyzed(world))).toEqual(['declined', 'planned']);
	});

	test('only takes its own side out of a conflict', async () => {
		const world = await remembering(undefined, {
			review: review =>
				void review
					.suggest('src/list.txt', 2, ['item two'], rabbit)
					.suggest('src/list.txt', 2, ['ITEM 2'], {author: user('ann')}),
		});
		expect(outcomesOf(await analyzed(world))).toEqual(['declined', 'planned']);
	});
});

describe('a pull request cannot silence reviewers for itself', () => {
	test('by an entry on its own branch, in the working tree, or on a local branch main', async () => {
		const world = await remembering([], {files: {[memoryFile]: formatMemory([onList()])}});
		world.review.pullRequest.file(memoryFile);
		world.tree.git('branch', '-f', 'main');
		const report = await analyzed(world);
		expect(outcomesOf(report)).toEqual(['planned', 'planned']);
		expect(warnedOf(report)).toEqual([
			`the pull request changes ${memoryFile}; that has no effect until it is on the default branch`,
		]);
		expect(report.receipt.memory).toMatchObject({isChanged: true, entries: 0});
	});

	test('by its base: a branch that is not the default one has no memory', async () => {
		const world = await remembering([], {
			review: review => {
				twoByRabbit(review);
				review.pullRequest.data.baseRefName = 'release';
			},
		});
		putThere(world, formatMemory([onList()]), {branch: 'release'});
		expect(outcomesOf(await analyzed(world))).toEqual(['planned', 'planned']);
	});

	test('by a suggestion to change the memory, whoever takes it', async () => {
		const world = await remembering([], {
			files: {[memoryFile]: '{\n}\n'},
			review: review => void review.suggest(memoryFile, 1, ['{"entries": []'], rabbit),
		});
		const {code, json} = await world.call(['apply', '7', '--json', '--commit']);
		expect(code).toBe(3);
		expect((json as Remembered).findings).toMatchObject([
			{outcome: 'needs-person', reason: `only people change ${memoryFile}, by hand or with pr-resolve memory`},
		]);
		expect(world.tree.read(memoryFile)).toBe('{\n}\n');
	});
});

describe('a memory that cannot be used declines nothing, and that is said', () => {
	const conflict = '{"schema": "pr-resolve/declined@1", "entries": [\n<<<<<<< ours\n=======\n>>>>>>> theirs\n]}\n';
	test.each([
		['with a conflict marker', conflict, {}, 'has conflict markers'],
		[
			'of an unknown schema',
			'{"schema": "pr-resolve/declined@9", "entries": []}',
			{},
			'is not a pr-resolve/declined@1 document',
		],
		[
			'of too many entries',
			formatMemory(Array.from({length: 1001}, () => onList())),
			{},
			'has 1001 entries, more than 1000',
		],
		['that is a link', '../elsewhere.json', {mode: '120000'}, 'is not a regular file'],
	])('%s', async (_, text, where, why) => {
		const world = await remembering(text, {}, where);
		const report = await analyzed(world);
		expect(outcomesOf(report)).toEqual(['planned', 'planned']);
		expect(report.code).toBe(0);
		const tip = `main at ${world.commit.slice(0, 10)}`;
		expect(warnedOf(report)).toEqual([`nothing is declined by memory: ${memoryFile} of ${tip} ${why}`]);
	});

	test('if an entry is too broad, it alone is not used', async () => {
		const world = await remembering([onList({path: '**'}), onList({words: ['Better', 'so', 'item']})], {
			review: review => {
				for (let line = 1; line <= 12; line++) review.suggest('src/list.txt', line, [`${line}`], rabbit);
			},
		});
		const report = await analyzed(world);
		expect(new Set(outcomesOf(report))).toEqual(new Set(['planned']));
		expect(warnedOf(report)).toEqual([
			`entry ${entryId(onList({path: '**'}))} of ${memoryFile} is too broad to be used here: it matches 12 of 12 findings by bots`,
		]);
	});
});

test('without a default branch nothing is declined, and that is said, whatever the clone has fetched', async () => {
	const world = await remembering([onList()], {repository: {defaultBranch: null}});
	world.tree.git('fetch', '-q', world.bare, 'main:refs/remotes/origin/main');
	world.tree.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
	const report = await analyzed(world);
	expect(outcomesOf(report)).toEqual(['planned', 'planned']);
	expect(report.code).toBe(0);
	expect(warnedOf(report)).toEqual([
		'the memory of the team could not be read (GitHub does not show the default branch): nothing is declined by it',
	]);
	expect(report.receipt.memory).toMatchObject({branch: null, commit: null, entries: 0});
	expect((await world.call(['analyze', '7'])).stdout).not.toContain('memory:');
});

test('without a file on the default branch, nothing is said', async () => {
	const world = await pushing({review: twoByRabbit});
	const report = await analyzed(world);
	expect([outcomesOf(report), report.receipt.memory, warnedOf(report)]).toEqual([
		['planned', 'planned'],
		undefined,
		[],
	]);
	expect((await world.call(['analyze', '7'])).stdout).not.toContain('memory');
});

test('an edit of the memory that is not committed is no obstacle to --hooks, and in no commit', async () => {
	const world = await remembering([onList()], {files: {[memoryFile]: formatMemory([])}});
	const hook = join(world.tree.root, '.git/hooks/pre-commit');
	mkdirSync(dirname(hook), {recursive: true});
	writeFileSync(hook, '#!/bin/sh\nexit 0\n', {mode: 0o755});
	world.tree.put({[memoryFile]: formatMemory([onList()])});
	const {code, json} = await world.call(['apply', '7', '--commit', '--hooks', '--yes', '--json']);
	expect([code, (json as Remembered & {commits: object[]}).commits]).toMatchObject([0, [{}]]);
	expect(world.tree.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/other.txt');
	expect(world.tree.git('status', '--porcelain')).toBe(`M ${memoryFile}`);
});

test.each([
	['that git tracks', {[memoryFile]: formatMemory([])}],
	['that git does not know', {}],
])('a hook that stages a memory %s passes, and the commit is without it', async (_, files) => {
	const world = await remembering([onList()], {files});
	const hook = join(world.tree.root, '.git/hooks/pre-commit');
	mkdirSync(dirname(hook), {recursive: true});
	writeFileSync(hook, '#!/bin/sh\ngit add -A\n', {mode: 0o755});
	world.tree.put({[memoryFile]: formatMemory([onList()])});
	const {code, json, stderr} = await world.call(['apply', '7', '--commit', '--hooks', '--yes', '--json']);
	expect([code, stderr, (json as Remembered & {commits: object[]}).commits]).toMatchObject([0, '', [{}]]);
	expect(world.tree.git('show', '--name-only', '--format=', 'HEAD')).toBe('src/other.txt');
	expect(world.tree.read(memoryFile)).toBe(formatMemory([onList()]));
});

describe('a recording', () => {
	test('has the memory of the remote that is the base repository, as it was fetched last', async () => {
		const world = await remembering();
		const {tree, review, bare, commit} = world;
		const from = ['analyze', '--json', '--from', review.save()];
		const read = async () => (await tree.call(from)).json as Remembered;
		expect(outcomesOf(await read())).toEqual(['planned', 'planned']);
		tree.git('fetch', '-q', bare, 'main:refs/remotes/origin/main');
		expect(outcomesOf(await read())).toEqual(['planned', 'planned']);
		tree.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
		const report = await read();
		expect(outcomesOf(report)).toEqual(['declined', 'planned']);
		expect(report.receipt.memory).toMatchObject({branch: 'main', commit});
		tree.git('remote', 'set-url', 'origin', 'https://github.example.com/octo/app.git');
		expect(outcomesOf(await read())).toEqual(['planned', 'planned']);
		tree.git('remote', 'set-url', 'origin', 'https://github.com/someone/else.git');
		tree.git('remote', 'add', 'upstream', 'https://github.com/octo/app.git');
		expect(outcomesOf(await read())).toEqual(['planned', 'planned']);
	});

	test('says that the default branch is unknown where the working tree has a memory', async () => {
		const {tree, review} = await remembering([], {files: {[memoryFile]: formatMemory([onList()])}});
		const read = async () => (await tree.call(['analyze', '--json', '--from', review.save()])).json as Remembered;
		const unread = (why: string) => [`the memory of the team could not be read (${why}): nothing is declined by it`];
		const report = await read();
		expect(outcomesOf(report)).toEqual(['planned', 'planned']);
		expect(warnedOf(report)).toEqual(unread('the default branch of origin is unknown here'));
		tree.git('remote', 'remove', 'origin');
		expect(warnedOf(await read())).toEqual(unread('no remote here is the repository of the pull request'));
	});
});
