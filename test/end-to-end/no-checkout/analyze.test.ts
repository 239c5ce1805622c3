import {readdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {goodToken} from '../../emulators/github/server.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {clonesIn, planned, type Report, serving, stateOf} from './reading.ts';

const twoCommits = () => workTree({'src/list.txt': 'item one\nitem 2\nitem 3\n'});

test('reads a pull request outside any repository, in two fetches, and leaves nothing', async () => {
	const served = await serving(twoCommits(), {
		review: review => review.suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 1, ['entry one']),
	});
	const {code, json, stderr, calls, fetches} = await served.fetches();
	expect([code, stderr]).toEqual([0, '']);
	expect((json as Report).findings.map(({outcome}) => outcome)).toEqual(['planned', 'planned']);
	expect(fetches).toHaveLength(2);
	expect(clonesIn(served.env.TMPDIR)).toEqual([]);
	expect(readdirSync(served.outside.root)).toEqual([]);
	for (const secret of [goodToken, served.server.authorizations.findLast(Boolean)!.slice(6)]) {
		expect(calls.join()).not.toContain(secret);
	}
});

test('in a clone of another repository nothing is touched, not even the times of the index', async () => {
	const served = await serving(twoCommits(), {review: review => review.suggest('src/list.txt', 2, ['item two'])});
	const other = workTree({'b.txt': 'b\n'}).put({'b.txt': 'edited\n', '.pr-resolve.yaml': 'nonsense: true\n'});
	const before = stateOf(other.root);
	const {code} = await other.run(['analyze', served.url, '--no-checkout'], {env: served.env});
	expect(code).toBe(0);
	expect(stateOf(other.root)).toEqual(before);
});

const kinds: [string, () => ReturnType<typeof serving>][] = [
	[
		'a file that was renamed and edited after the comment',
		async () => {
			const tree = workTree();
			const seen = reviewed(tree, 'src/list.txt', 6);
			tree.git('mv', 'src/list.txt', 'src/items.txt');
			tree.commit({'src/items.txt': `${tree.read('src/items.txt').replace('item 1\n', 'item one\n')}more\n`});
			return serving(tree, {review: review => review.suggest('src/list.txt', 6, ['item six'], seen)});
		},
	],
	[
		'a file that was deleted',
		async () => {
			const tree = workTree();
			const seen = reviewed(tree, 'src/list.txt', 6);
			tree.git('rm', '-q', 'src/list.txt');
			tree.commit();
			return serving(tree, {review: review => review.suggest('src/list.txt', 6, ['item six'], seen)});
		},
	],
	[
		'lines that moved, with their edits in earlier commits',
		async () => {
			const tree = workTree();
			const seen = reviewed(tree, 'src/list.txt', 6);
			tree.commit({'src/list.txt': `new\n${tree.read('src/list.txt')}`});
			tree.commit({'src/other.txt': `${tree.read('src/other.txt')}last\n`});
			const old = (review: Review) =>
				review.suggest('src/list.txt', 6, ['item six'], seen).suggest('src/other.txt', 7, ['end']);
			return serving(tree, {commits: 2, review: old});
		},
	],
	[
		'an executable, CRLF, a byte order mark, a binary file and an LFS pointer',
		async () => {
			const tree = workTree()
				.put({'run.sh': '#!/bin/sh\necho a\n', 'dos.txt': 'a\r\nb\r\nc\r\n', 'bom.txt': '\uFEFFa\nb\n'})
				.put({
					'logo.bin': Buffer.from([0, 1, 2, 10, 3]),
					'big.bin': 'version https://git-lfs.github.com/spec/v1\noid x\n',
				})
				.chmod('run.sh', 0o755)
				.commit();
			return serving(tree, {
				review: review =>
					review
						.suggest('run.sh', 2, ['echo b'])
						.suggest('dos.txt', 2, ['B'])
						.suggest('bom.txt', 1, ['A'])
						.suggest('logo.bin', 1, ['x'])
						.suggest('big.bin', 1, ['x']),
			});
		},
	],
	[
		'a link, a file behind a link, and paths that lead nowhere',
		async () => {
			const tree = workTree();
			symlinkSync('src/list.txt', join(tree.root, 'link.txt'));
			symlinkSync('src', join(tree.root, 'folder'));
			tree.commit();
			const seen = reviewed(tree, 'src/list.txt', 1);
			return serving(tree, {
				review: review =>
					['link.txt', 'folder/list.txt', '../out.txt', '.git/config', 'src', 'src/list.txt/x', 'no\nne'].reduce(
						(made, path) => made.suggest(path, 1, ['x'], seen),
						review,
					),
			});
		},
	],
	[
		'a comment on a commit that is gone',
		async () => {
			const tree = workTree();
			const seen = reviewed(tree, 'src/list.txt', 6);
			const gone = {oid: 'd'.repeat(40)};
			return serving(tree, {
				review: review =>
					review.suggest('src/list.txt', 6, ['item six'], {...seen, commit: gone, originalCommit: gone}),
			});
		},
	],
	[
		'a server that cannot leave files out',
		() =>
			serving(twoCommits(), {
				config: {'uploadpack.allowFilter': 'false'},
				review: review => review.suggest('src/list.txt', 2, ['item two']),
			}),
	],
	[
		'changes that conflict, and one that would not parse',
		() =>
			serving(workTree({'a.json': '{\n  "a": 1,\n  "b": 2\n}\n'}), {
				review: review =>
					review
						.suggest('a.json', 2, ['  "a": 3,'])
						.suggest('a.json', 2, ['  "a": 4,'])
						.suggest('a.json', 3, ['  "b": ,'])
						.suggest('src/list.txt', [2, 4], ['x'])
						.suggest('src/list.txt', [4, 5], ['y']),
			}),
	],
];

test.each(kinds)('the plan is that of a clone: %s', async (_, serve) => {
	const served = await serve();
	const [without, clone] = [await served.read(), await served.inClone()];
	expect(planned(without.json)).toEqual(planned(clone.json));
	expect(planned(without.json).findings.length).toBeGreaterThan(0);
	expect([(without.json as Report).warnings, without.code]).toEqual([(clone.json as Report).warnings, clone.code]);
});

/** What GitHub says of a comment that was made before the next commits. */
const reviewed = (tree: WorkTree, path: string, line: number) => reviewOf(tree).seen(path, line);

test('a fetch that takes long is named on stderr', async () => {
	const {server, outside, env, url} = await serving(workTree());
	server.silent = 'git-upload-pack';
	const {code, stderr} = await outside.run(['analyze', url, '--no-checkout'], {
		env,
		meanwhile: child => child.stderr?.once('data', () => child.kill('SIGINT')),
	});
	expect([code, stderr]).toEqual([130, expect.stringMatching(/^waiting for git fetch \(\d+ s\)\n/)]);
});

test('a server that does not answer a fetch ends the run, and the message names the setting', async () => {
	const {server, read} = await serving(workTree());
	server.silent = 'git-upload-pack';
	const {code, json} = await read([], {CR_GIT_LOW_SPEED_TIME: '1'});
	expect([code, json]).toMatchObject([
		1,
		{error: {code: 'fetch-too-slow', remedy: expect.stringContaining('git_low_speed_time')}},
	]);
});
