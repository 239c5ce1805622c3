import {execFileSync} from 'node:child_process';
import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {newFolder} from '../helpers/folders.ts';
import {once} from '../helpers/once.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type Content, emptyRepository, numbered, plainFolder, WorkTree, workTree} from '../helpers/work-tree.ts';

type Report = {
	findings: {path: string; outcome: string; reason: string}[];
	files: {path: string; applied: number}[];
	run: {id: string} | null;
};

const list = numbered('item', 12);

describe('outside the replaced lines not one byte changes', () => {
	const kept: [name: string, content: Content, line: number, lines: string[], result: Content][] = [
		['CRLF', 'a\r\nb\r\nc\r\n', 2, ['B', 'b2'], 'a\r\nB\r\nb2\r\nc\r\n'],
		['mixed line ends', 'a\r\nb\nc\r\nd\n', 3, ['C'], 'a\r\nb\nC\r\nd\n'],
		['a byte order mark', '\uFEFFa\nb\n', 1, ['A'], '\uFEFFA\nb\n'],
		['no final newline', 'a\nb', 2, ['B'], 'a\nB'],
		['no final newline, elsewhere', 'a\nb', 1, ['A'], 'A\nb'],
		['trailing blanks and tabs', 'a \t\n\tb\n c\n', 2, ['\tB'], 'a \t\n\tB\n c\n'],
		['a lone carriage return', 'a\rb\nc\n', 2, ['C'], 'a\rb\nC\n'],
		['other line separators', 'a\u2028b\u0085c\n\fd\ne\n', 2, ['D'], 'a\u2028b\u0085c\nD\ne\n'],
		['characters beyond the first plane', 'a 🙂\nb\n', 2, ['🙃'], 'a 🙂\n🙃\n'],
		['a decomposed accent', 'e\u0301\nb\n', 2, ['\u00e9'], 'e\u0301\n\u00e9\n'],
		['the only line deleted', 'a\n', 1, [], ''],
		['empty lines at the end', 'a\nb\n\n\n', 2, ['B'], 'a\nB\n\n\n'],
	];

	const pathOf = (index: number) => `kept/${index}.txt`;

	/** One run writes all of them and is undone. */
	const keptByOneRun = once(async () => {
		const tree = workTree(Object.fromEntries(kept.map(([, content], index) => [pathOf(index), content])));
		const review = reviewOf(tree);
		for (const [index, [, , line, lines]] of kept.entries()) review.suggest(pathOf(index), line, lines);
		const bytes = () => kept.map((_, index) => tree.bytes(pathOf(index)).toString('latin1'));
		const applied = await tree.run(['apply', '--from', review.save()]);
		const written = bytes();
		const undone = await tree.run(['undo']);
		return {codes: [applied.code, undone.code], written, restored: bytes()};
	});

	test.each(kept.map(([name, content, , , result], index) => ({name, content, result, index})))(
		'$name',
		async ({content, result, index}) => {
			const {codes, written, restored} = await keptByOneRun();
			expect(codes).toEqual([0, 0]);
			expect(written[index]).toBe(Buffer.from(result).toString('latin1'));
			expect(restored[index]).toBe(Buffer.from(content).toString('latin1'));
		},
	);

	test('modes', async () => {
		const modes = [0o755, 0o600, 0o664];
		const tree = workTree(Object.fromEntries(modes.map(mode => [`${mode}.txt`, list])));
		const review = reviewOf(tree);
		for (const mode of modes) {
			tree.chmod(`${mode}.txt`, mode);
			review.suggest(`${mode}.txt`, 2, ['item two']);
		}
		await tree.call(['apply', '--from', review.save()]);
		for (const mode of modes) {
			expect(statSync(join(tree.root, `${mode}.txt`)).mode & 0o777).toBe(mode);
			expect(tree.read(`${mode}.txt`)).toContain('item two');
		}
	});

	test('line ends that git converts on checkout', async () => {
		const tree = workTree();
		const review = reviewOf(tree).suggest('src/list.txt', 2, ['item two', 'and a half']);
		tree.put({'src/list.txt': ''}).git('config', 'core.autocrlf', 'true');
		tree.git('checkout', '-q', '--', 'src/list.txt');
		expect(tree.read('src/list.txt')).toBe(list.replaceAll('\n', '\r\n'));
		const {code, json} = await tree.call(['apply', '--from', review.save(), '--json']);
		expect([code, json]).toMatchObject([0, {changes: [{placement: {kind: 'exact'}}]}]);
		const expected = list.replace('item 2', 'item two\nand a half').replaceAll('\n', '\r\n');
		expect(tree.read('src/list.txt')).toBe(expected);
	});

	test('a comment with the line ends of Windows, in a file without them', async () => {
		const tree = workTree();
		const body = ['Better:', '', '```suggestion', 'item two', 'and a half', '```', ''].join('\r\n');
		await tree.call(['apply', '--from', reviewOf(tree).comment('src/list.txt', 2, body).save()]);
		expect(tree.read('src/list.txt')).toBe(list.replace('item 2', 'item two\nand a half'));
	});
});

describe('a file that must not be written is reported, and the others are still applied', () => {
	const outside = () => {
		const folder = newFolder();
		writeFileSync(join(folder, 'secret.txt'), list);
		return folder;
	};
	type Case = {
		path: string;
		reason: string;
		prepare?: (tree: WorkTree, path: string) => void;
	};
	const cases: Record<string, Case> = {
		'a read-only file': {
			path: 'fixed.txt',
			reason: 'read-only',
			prepare: (tree, path) => tree.commit({[path]: list}).chmod(path, 0o444),
		},
		'a file with a second hard link': {
			path: 'one.txt',
			reason: 'hard links',
			prepare: (tree, path) => {
				tree.commit({[path]: list});
				linkSync(join(tree.root, path), join(tree.home, 'two.txt'));
			},
		},
		'a symbolic link': {
			path: 'link.txt',
			reason: 'symbolic link',
			prepare: (tree, path) => symlinkSync('src/list.txt', join(tree.root, path)),
		},
		'a symbolic link out of the work tree': {
			path: 'link-out.txt',
			reason: 'symbolic link',
			prepare: (tree, path) => symlinkSync(join(outside(), 'secret.txt'), join(tree.root, path)),
		},
		'a folder that is a symbolic link': {
			path: 'folder/secret.txt',
			reason: 'symbolic link',
			prepare: tree => symlinkSync(outside(), join(tree.root, 'folder')),
		},
		'a path out of the work tree': {path: '../home/victim.txt', reason: 'outside the working tree'},
		'a path that only comes back': {path: 'src/../../tree/src/list.txt', reason: 'outside the working tree'},
		'an absolute path': {path: '/etc/hostname', reason: 'outside the working tree'},
		'the git folder': {path: '.git/config', reason: '.git folder'},
		'the git folder in other letters': {path: '.GIT/config', reason: '.git folder'},
		'a hook': {path: '.git/hooks/pre-commit', reason: '.git folder'},
		'a path with a dot': {path: './src/list.txt', reason: 'git does not allow this path'},
		'a path with a NUL': {path: 'src/list.txt\u0000', reason: 'git does not allow this path'},
		'a binary file': {
			path: 'picture.png',
			reason: 'binary',
			prepare: (tree, path) => tree.put({[path]: Buffer.from('\x89PNG\r\n\0\0item 2\nitem 3\n', 'latin1')}),
		},
		'a Latin-1 file': {
			path: 'latin.txt',
			reason: 'not valid UTF-8',
			prepare: (tree, path) => tree.put({[path]: Buffer.from('caf\xe9\nitem 2\n', 'latin1')}),
		},
		'a UTF-16 file': {
			path: 'wide.txt',
			reason: 'binary',
			prepare: (tree, path) => tree.put({[path]: Buffer.from(`\uFEFF${list}`, 'utf16le')}),
		},
		'a Git LFS pointer': {
			path: 'big.txt',
			reason: 'Git LFS pointer',
			prepare: (tree, path) =>
				tree.put({[path]: `version https://git-lfs.github.com/spec/v1\nitem 2\noid sha256:${'0'.repeat(64)}\n`}),
		},
		'a submodule': {
			path: 'module/file.txt',
			reason: 'submodule or another repository',
			prepare: tree => {
				mkdirSync(join(tree.root, 'module'));
				writeFileSync(join(tree.root, 'module/file.txt'), list);
				writeFileSync(join(tree.root, 'module/.git'), 'gitdir: ../.git/modules/module\n');
			},
		},
		'a folder': {path: 'src', reason: 'not a regular file'},
		'a named pipe': {
			path: 'pipe',
			reason: 'not a regular file',
			prepare: (tree, path) => {
				execFileSync('mkfifo', [join(tree.root, path)]);
			},
		},
	};

	/** One run meets all of them. */
	const leftByOneRun = once(async () => {
		const tree = workTree();
		for (const {path, prepare} of Object.values(cases)) prepare?.(tree, path);
		const diffHunk = '@@ -1,3 +1,3 @@\n item 1\n item 2';
		const review = reviewOf(tree).suggest('src/list.txt', 9, ['item nine']);
		for (const {path} of Object.values(cases)) review.suggest(path, 2, ['hacked'], {diffHunk});
		const from = review.suggest('src/other.txt', 1, ['entry one']).save();
		const before = tree.snapshot();
		const {code, json} = await tree.run(['apply', '--from', from, '--json']);
		return {tree, before, code, report: json as Report};
	});

	test.each(Object.entries(cases))('%s', async (_, {path, reason}) => {
		const {findings} = (await leftByOneRun()).report;
		const own = findings.filter(finding => finding.path === path);
		expect(own).toMatchObject([{outcome: 'failed', reason: expect.stringContaining(reason)}]);
	});

	test('only the other files are written', async () => {
		const {tree, before, code, report} = await leftByOneRun();
		expect(code).toBe(3);
		const written = report.files.filter(({applied}) => applied > 0).map(({path}) => path);
		expect(written.sort()).toEqual(['src/list.txt', 'src/other.txt']);
		expect(tree.snapshot()).toEqual({
			...before,
			'src/list.txt': before['src/list.txt']!.replace('item 9', 'item nine'),
			'src/other.txt': before['src/other.txt']!.replace('entry 1', 'entry one'),
		});
		expect(existsSync(join(tree.home, 'victim.txt'))).toBe(false);
	});

	test('a file that is not there is stale', async () => {
		const tree = workTree();
		const from = reviewOf(tree).suggest('gone.txt', 2, ['x']).suggest('src/list.txt', 9, ['item nine']).save();
		const {code, json} = await tree.call(['apply', '--from', from, '--json']);
		expect([code, (json as Report).findings.map(({outcome}) => outcome)]).toEqual([3, ['stale', 'applied']]);
		expect(existsSync(join(tree.root, 'gone.txt'))).toBe(false);
	});

	test('all of them failing is not a success', async () => {
		const tree = workTree().chmod('src/list.txt', 0o444);
		const from = reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save();
		const {code, json} = await tree.call(['apply', '--from', from, '--json']);
		expect([code, json]).toMatchObject([3, {run: null, summary: {failed: 1}}]);
		expect((await tree.call(['runs'])).stdout).toBe('');
	});

	test('an existing file outside is neither read nor written through a link in a subfolder', async () => {
		const target = outside();
		const tree = workTree();
		mkdirSync(join(tree.root, 'deep'));
		symlinkSync(target, join(tree.root, 'deep/link'));
		const from = reviewOf(tree).suggest('deep/link/secret.txt', 2, ['hacked'], {
			diffHunk: '@@ -1,2 +1,2 @@\n item 1\n item 2',
		});
		expect((await tree.run(['apply', '--from', from.save()])).code).toBe(3);
		expect(readFileSync(join(target, 'secret.txt'), 'utf8')).toBe(list);
	});
});

describe('a full disk', () => {
	/** A limit on the size of files replaces it; `blocks` of 512 bytes in the shell of the system. */
	const limited = (tree: WorkTree, blocks: number, args: readonly string[]) =>
		tree.run(args, {shell: `ulimit -f ${blocks} && exec "$@"`});

	test('without room for the journal nothing is written', async () => {
		const big = numbered('a line of a rather large file', 4000);
		const tree = workTree({'big.txt': big});
		const from = reviewOf(tree).suggest('big.txt', 3000, ['changed']).suggest('src/list.txt', 2, ['item two']).save();
		const before = tree.snapshot();
		const {code, stderr, json} = await limited(tree, 100, ['apply', '--from', from, '--json']);
		// The journal has to hold the file before and after, so that without room for it nothing is begun.
		expect([code, json]).toMatchObject([1, {error: {code: 'journal-unwritable'}}]);
		expect(stderr).not.toContain('Unexpected');
		expect(tree.snapshot()).toEqual(before);
		expect((await tree.call(['runs'])).stdout).toBe('');
		expect(readdirSync(join(tree.root, '.git/pr-resolve/runs'))).toEqual([]);
		expect((await tree.call(['apply', '--from', from])).code).toBe(0);
	});
});

describe('where the command runs', () => {
	const oneChange = (tree: WorkTree) => reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();

	test('in a subfolder: paths are those of the repository', async () => {
		const tree = workTree({'src/src/list.txt': list});
		const {code, json} = await tree.run(['apply', '--from', oneChange(tree), '--json'], {cwd: join(tree.root, 'src')});
		expect([code, json]).toMatchObject([0, {files: [{path: 'src/list.txt'}]}]);
		expect(tree.read('src/src/list.txt')).toBe(list);
		expect((await tree.run(['undo'], {cwd: join(tree.root, 'src')})).code).toBe(0);
		expect(tree.read('src/list.txt')).toBe(list);
	});

	test('in a linked work tree: its runs are its own', async () => {
		const tree = workTree();
		const from = oneChange(tree);
		const linked = join(newFolder(), 'linked');
		tree.git('worktree', 'add', '-q', linked, '-b', 'feature');
		expect((await tree.call(['apply', '--from', from], {cwd: linked})).code).toBe(0);
		expect(readFileSync(join(linked, 'src/list.txt'), 'utf8')).toContain('item two');
		expect(tree.read('src/list.txt')).toBe(list);
		expect((await tree.call(['undo'])).code).toBe(2);
		expect((await tree.call(['undo'], {cwd: linked})).code).toBe(0);
		expect(readFileSync(join(linked, 'src/list.txt'), 'utf8')).toBe(list);
	});

	test('in a submodule', async () => {
		const inner = workTree();
		const outer = emptyRepository().commit({'readme.txt': 'x\n'});
		outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'module');
		const cwd = join(outer.root, 'module');
		expect((await outer.call(['apply', '--from', oneChange(inner)], {cwd})).code).toBe(0);
		expect(readFileSync(join(cwd, 'src/list.txt'), 'utf8')).toContain('item two');
		expect((await outer.call(['undo'], {cwd})).code).toBe(0);
		expect(readFileSync(join(cwd, 'src/list.txt'), 'utf8')).toBe(list);
	});

	test('in a repository without a commit: by the diff hunk', async () => {
		const from = oneChange(workTree());
		const tree = emptyRepository().put({'src/list.txt': list});
		const {code} = await tree.call(['apply', '--from', from]);
		expect([code, tree.read('src/list.txt')]).toEqual([0, list.replace('item 2', 'item two')]);
		expect((await tree.call(['undo'])).code).toBe(0);
		expect(tree.read('src/list.txt')).toBe(list);
	});

	test('in a bare repository, in a git folder, in no repository: nothing to work on', async () => {
		const from = oneChange(workTree());
		const bare = plainFolder();
		bare.git('init', '-q', '--bare', '--template=', '.');
		const tree = workTree();
		const places = [
			[bare, bare.root],
			[tree, join(tree.root, '.git')],
			[plainFolder(), undefined],
		] as const;
		for (const [place, cwd] of places) {
			const {code, json} = await place.call(['apply', '--from', from, '--json'], cwd === undefined ? {} : {cwd});
			expect([code, json]).toMatchObject([2, {error: {code: 'not-a-repository'}, exitCode: 2}]);
			expect((await place.call(['undo'], cwd ? {cwd} : {})).code).toBe(2);
		}
	});

	test('under a folder and with files whose names need care', async () => {
		const tree = plainFolder();
		const odd = join(tree.root, "sp ace 'ünï' $x;");
		mkdirSync(odd);
		const inner = new WorkTree(odd, tree.home);
		inner.git('init', '-q', '--template=');
		const names = ['-dash.txt', 'a b.txt', 'grün.txt', '*.txt', 'x:y.txt', ':(top)z.txt', '"q".txt', 'ta\tb.txt'];
		inner.commit(Object.fromEntries(names.map(name => [name, list])));
		const review = reviewOf(inner);
		for (const name of names) review.suggest(name, 2, ['item two']);
		inner.commit({'-dash.txt': `above\n${list}`, 'grün.txt': `above\n${list}`});
		const {code, json} = await inner.call(['apply', '--from', review.save(), '--json']);
		expect([code, json]).toMatchObject([0, {summary: {applied: names.length}}]);
		expect((await inner.call(['undo'])).code).toBe(0);
		expect(inner.git('status', '--porcelain')).toBe('');
	});

	test('where there is no git', async () => {
		const tree = workTree();
		const {code, json} = await tree.call(['apply', '--from', oneChange(tree), '--json'], {env: {PATH: tree.home}});
		expect([code, json]).toMatchObject([
			2,
			{error: {code: 'git-missing', remedy: expect.stringContaining('Install git')}},
		]);
		expect((await tree.call(['doctor'], {env: {PATH: tree.home}})).stdout).toContain('git could not be started');
	});

	test('with the git variables of a surrounding hook', async () => {
		const [tree, other] = [workTree(), workTree()];
		const env = {
			GIT_DIR: join(other.root, '.git'),
			GIT_WORK_TREE: other.root,
			GIT_INDEX_FILE: join(other.root, '.git/index'),
			GIT_OBJECT_DIRECTORY: join(other.home, 'objects'),
		};
		expect((await tree.call(['apply', '--from', oneChange(tree)], {env})).code).toBe(0);
		expect(tree.read('src/list.txt')).toContain('item two');
		expect(other.read('src/list.txt')).toBe(list);
	});

	test('a checkout with sparse files, a detached head and a shallow history', async () => {
		const origin = workTree({'src/list.txt': `above\n${list}`});
		const review = reviewOf(origin).suggest('src/list.txt', 3, ['item two']);
		const tree = plainFolder();
		tree.git('clone', '-q', '--depth=1', '--no-checkout', `file://${origin.root}`, '.');
		tree.git('sparse-checkout', 'set', '--no-cone', '/src/');
		tree.git('checkout', '-q', '--detach');
		expect(tree.snapshot()['notes.md']).toBeUndefined();
		const from = review.suggest('notes.md', 3, ['First!']).save();
		const {code, json} = await tree.call(['apply', '--from', from, '--json']);
		expect([code, (json as Report).findings.map(({outcome}) => outcome)]).toEqual([3, ['applied', 'stale']]);
		expect(tree.snapshot()['notes.md']).toBeUndefined();
	});
});

test('what cannot be written is not planned', async () => {
	const tree = workTree({'fixed.txt': numbered('item', 5)}).chmod('fixed.txt', 0o444);
	const from = reviewOf(tree).suggest('fixed.txt', 2, ['item two']).save();
	const {code, json} = await tree.call(['apply', '--from', from, '--dry-run', '--json']);
	expect(code).toBe(3);
	expect((json as Report).findings).toMatchObject([{outcome: 'failed', reason: expect.stringContaining('read-only')}]);
});

test('suggestions cannot write into a git folder with another name', async () => {
	const tree = workTree();
	tree.git('init', '--quiet', `--separate-git-dir=${join(tree.root, 'meta')}`);
	const before = tree.read('meta/config');
	const from = reviewOf(tree).suggest('meta/config', 1, ['[alias]']).save();
	const {json} = await tree.call(['apply', '--from', from, '--json']);
	expect((json as Report).findings).toMatchObject([{outcome: 'failed'}]);
	expect(tree.read('meta/config')).toBe(before);
});

test('a recording never reaches for a remote, not even in a partial clone', async () => {
	const tree = workTree();
	const marker = join(tree.home, 'reached');
	tree.git('config', 'core.repositoryFormatVersion', '1');
	tree.git('config', 'extensions.partialClone', 'origin');
	tree.git('config', 'remote.origin.promisor', 'true');
	tree.git('config', 'remote.origin.url', `file://${tree.home}`);
	tree.git('config', 'remote.origin.uploadpack', `touch ${marker}; false`);
	const gone = '1'.repeat(40);
	const file = join(tree.home, 'review.json');
	const hunk = '@@ -1,2 +1,2 @@\n item 1\n item 2';
	const lines = {line: null, original_line: 2, commit_id: gone, original_commit_id: gone, diff_hunk: hunk};
	writeFileSync(file, JSON.stringify([{id: 1, path: 'src/list.txt', body: '```suggestion\nX\n```', ...lines}]));
	await tree.call(['analyze', '--from', file]);
	expect(existsSync(marker)).toBe(false);
});

test('a file that a sparse checkout excludes is reported as such, from any folder', async () => {
	const tree = workTree({'docs/guide.md': 'One.\nTwo.\n', 'gone.md': 'One.\n'});
	const from = reviewOf(tree)
		.suggest('docs/guide.md', 2, ['Three.'])
		.suggest('gone.md', 1, ['Three.'])
		.suggest('src/list.txt', 2, ['item two'])
		.save();
	tree.git('rm', '-q', 'gone.md');
	tree.commit();
	tree.git('sparse-checkout', 'set', 'src');
	const {code, json} = await tree.call(['apply', '--from', from, '--json'], {cwd: join(tree.root, 'src')});
	expect(code).toBe(3);
	expect((json as Report).findings).toMatchObject([
		{outcome: 'stale', reason: 'the file is outside the sparse checkout'},
		{outcome: 'stale', reason: 'the file no longer exists'},
		{outcome: 'applied'},
	]);
	expect(tree.git('status', '--porcelain')).toBe('M src/list.txt');
});
