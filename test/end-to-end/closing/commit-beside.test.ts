import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, committed, exactly} from './committing.ts';

test('what is staged and what is not stay as they are, to the byte', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save();
	const original = tree.read('src/list.txt');
	tree.put({'src/list.txt': original.replace('item 2\n', 'staged\n'), 'notes.md': '# Staged\n'});
	tree.git('add', '-A');
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 11\n', 'unstaged\n'), 'new.txt': 'untracked\n'});
	const staged = exactly(tree, 'diff', '--cached', '-U0', '--', 'notes.md');
	const {code, report} = await committed(tree, from);
	expect([code, report.uncommitted]).toEqual([0, []]);
	expect(exactly(tree, 'show', 'HEAD:src/list.txt')).toBe(original.replace('item 6\n', 'item six\n'));
	expect(tree.git('diff', 'HEAD^', 'HEAD', '--name-only')).toBe('src/list.txt');
	expect(exactly(tree, 'show', ':src/list.txt')).toBe(
		original.replace('item 6\n', 'item six\n').replace('item 2\n', 'staged\n'),
	);
	expect(exactly(tree, 'diff', '--cached', '-U0', '--', 'notes.md')).toBe(staged);
	expect(exactly(tree, 'diff', '-U0', '--', 'src/list.txt')).toMatch(/^-item 11\n\+unstaged\n$/m);
	expect(exactly(tree, 'status', '--porcelain')).toBe('M  notes.md\nMM src/list.txt\n?? new.txt\n');
});

test('changes next to uncommitted edits are applied and named, and the rest is committed', async () => {
	const tree = workTree();
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 3\n', 'mine\n')});
	const from = reviewOf(tree)
		.suggest('src/list.txt', 4, ['item four'])
		.suggest('src/list.txt', 9, ['item nine'])
		.save();
	const {code, report} = await committed(tree, from);
	expect(code).toBe(3);
	expect(report.uncommitted).toMatchObject([{path: 'src/list.txt', reason: 'next to your own uncommitted edits'}]);
	expect(report.changes.map(({outcome, commit}) => [outcome, commit])).toEqual([
		['applied', null],
		['applied', tree.head],
	]);
	expect(tree.read('src/list.txt')).toContain('mine\nitem four\n');
	expect(exactly(tree, 'diff', '-U0')).toMatch(/^-item 3\n-item 4\n\+mine\n\+item four\n$/m);
});

test('a file of a filter is applied and not committed', async () => {
	const tree = workTree({'.gitattributes': 'src/list.txt filter=lfs\n'});
	const parent = tree.head;
	const from = reviewOf(tree)
		.suggest('src/list.txt', 4, ['item four'])
		.suggest('src/list.txt', 9, ['item nine'])
		.save();
	const {code, stdout} = await tree.call(['apply', '--from', from, '--commit'], {env: ada});
	expect(code).toBe(3);
	expect(stdout.match(/^left .*$/gm)).toEqual([
		'left uncommitted: src/list.txt 4, 9 (2 changes): git stores the file through the filter lfs',
	]);
	expect(tree.read('src/list.txt')).toContain('item four');
	expect(tree.head).toBe(parent);
});

/** A `git-lfs` that keeps contents in a folder of its own, and notes what it is called for. */
function lfs(tree: WorkTree) {
	const folder = newFolder();
	const log = join(folder, 'log');
	const script = `#!/bin/sh
echo "$1" >>${log}
if [ "$1" = smudge ]; then exec cat "${folder}/$(sed -n 's/^oid sha256://p')"; fi
cat >${folder}/new; oid=$(sha256sum <${folder}/new | cut -d' ' -f1); size=$(wc -c <${folder}/new); mv ${folder}/new "${folder}/$oid"
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' "$oid" "$size"`;
	writeFileSync(join(folder, 'git-lfs'), `${script}\n`, {mode: 0o755});
	tree.env.PATH = `${folder}:${process.env.PATH}`;
	for (const way of ['clean', 'smudge']) tree.git('config', '--global', `filter.lfs.${way}`, `git-lfs ${way} %f`);
	return {calls: () => readFileSync(log, 'utf8').trim().split('\n')};
}

test('a file in Git LFS is edited in the working tree, its pointer is not, and the rest is committed', async () => {
	const tree = workTree();
	const program = lfs(tree);
	tree.commit({'.gitattributes': '*.dat filter=lfs diff=lfs merge=lfs -text\n', 'a.dat': 'one\ntwo\nthree\n'});
	const pointer = exactly(tree, 'show', 'HEAD:a.dat');
	expect(pointer).toMatch(/^version .*\noid sha256:[0-9a-f]{64}\nsize 14\n$/);
	const from = reviewOf(tree).comment('a.dat', 2, 'Spell it.').suggest('src/list.txt', 4, ['item four']).save();
	const {json} = await tree.call(['analyze', '--from', from, '--json']);
	const [{id}] = (json as {findings: [{id: string}]}).findings;
	const edit = {finding: id, action: 'edit', path: 'a.dat', start: 2, end: 2, text: 'TWO'};
	writeFileSync(
		join(tree.home, 'decisions.json'),
		JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [edit]}),
	);
	const before = program.calls().length;
	const {code, report} = await committed(tree, from, '--decisions', join(tree.home, 'decisions.json'));
	expect([code, report.commits.length, tree.read('a.dat')]).toEqual([3, 1, 'one\nTWO\nthree\n']);
	expect(report.uncommitted).toMatchObject([{path: 'a.dat', reason: 'git stores the file through the filter lfs'}]);
	expect(program.calls().slice(before)).toEqual([]);
	expect([exactly(tree, 'show', 'HEAD:a.dat'), exactly(tree, 'show', ':a.dat')]).toEqual([pointer, pointer]);
	expect(exactly(tree, 'show', '--format=', '--name-only')).toBe('src/list.txt\n');

	tree.put({'b.dat': pointer});
	const onPointer = reviewOf(tree.commit()).suggest('b.dat', 2, ['oid sha256:0']).save('pointer.json');
	const {json: refused} = await tree.call(['apply', '--from', onPointer, '--json'], {env: {PATH: tree.env.PATH}});
	expect([refused, exactly(tree, 'show', 'HEAD:a.dat')]).toMatchObject([
		{findings: [{outcome: 'failed', reason: 'the file is a Git LFS pointer without its content'}]},
		expect.not.stringContaining(pointer),
	]);
});

test('in other encodings, what git stores stays what it would store of the file', async () => {
	const wide = Buffer.from('\uFEFFone\ntwo\nthree\n', 'utf16le');
	const attributes = '*.ini text working-tree-encoding=UTF-16LE-BOM\n*.txt text working-tree-encoding=ISO-8859-1\n';
	const plain = 'one\ntwo\nthree\n';
	const tree = workTree({'.gitattributes': attributes, 'wide.ini': wide, 'a.txt': plain, 'b.txt': plain});
	const review = reviewOf(tree).suggest('wide.ini', 2, ['TWO']).suggest('a.txt', 2, ['TWO']);
	const {code, report} = await committed(tree, review.suggest('b.txt', 2, ['zw\u00f6lf']).save());
	expect([code, tree.bytes('wide.ini').equals(wide)]).toEqual([3, true]);
	expect(report.changes.map(({path, outcome}) => [path, outcome])).toEqual([
		['wide.ini', 'failed'],
		['a.txt', 'applied'],
		['b.txt', 'applied'],
	]);
	expect(report.uncommitted).toMatchObject([{path: 'b.txt', reason: 'git converts the file from ISO-8859-1'}]);
	expect(exactly(tree, 'show', '--format=', '--name-only')).toBe('a.txt\n');
	expect(exactly(tree, 'status', '--porcelain')).toBe(' M b.txt\n');
});

test.each([
	[
		'CRLF in the working tree only',
		'.gitattributes',
		'* text eol=crlf\n',
		'one\r\ntwo\r\nthree\r\n',
		'one\nTWO\nthree\n',
	],
	['mixed line ends', 'other.txt', '', 'one\r\ntwo\nthree\r\nfour', 'one\r\nTWO\nthree\r\nfour'],
	['a byte order mark and no final line end', 'other.txt', '', '\uFEFFone\ntwo\nthree', '\uFEFFone\nTWO\nthree'],
])('%s: the commit has only the lines changed', async (_, name, content, file, stored) => {
	const tree = workTree({[name]: content}).commit({'doc.txt': file});
	tree.git('rm', '-q', '--cached', 'doc.txt');
	tree.git('add', 'doc.txt');
	const from = reviewOf(tree).suggest('doc.txt', 2, ['TWO']).save();
	expect((await committed(tree, from)).code).toBe(0);
	expect(Buffer.from(exactly(tree, 'show', 'HEAD:doc.txt'), 'latin1').toString()).toBe(stored);
	expect(tree.git('status', '--porcelain')).toBe('');
});

test('the mode stays, and paths may be odd', async () => {
	const odd = ['-dash.txt', 'with "quotes" and blanks.txt', 'ümlaut\ttab.txt', 'glob[*].txt', '-a/ b/"c".txt'];
	// git sorts a folder as if its name ended in a slash.
	const names = [...odd, 'a/b.txt', 'a.txt', 'a-b.txt', 'a0.txt'];
	const tree = workTree(Object.fromEntries(names.map(name => [name, 'one\ntwo\nthree\n'])));
	tree.chmod('-dash.txt', 0o755).commit();
	const review = reviewOf(tree);
	for (const name of names) review.suggest(name, 2, ['TWO']);
	const {code, report} = await committed(tree, review.save());
	expect([code, report.uncommitted]).toEqual([0, []]);
	expect(tree.git('status', '--porcelain')).toBe('');
	expect(tree.git('ls-tree', 'HEAD', '--', '-dash.txt')).toMatch(/^100755 /);
	expect(tree.git('diff', 'HEAD^', 'HEAD', '--shortstat')).toContain(
		'9 files changed, 9 insertions(+), 9 deletions(-)',
	);
	expect(tree.git('fsck', '--strict')).toBe('');
});

test('what stays uncommitted is named by its lines in the file, as they are now', async () => {
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item two', 'and more'])
		.suggest('src/list.txt', 4, ['item four'])
		.suggest('src/list.txt', 9, ['item nine', 'and ten'])
		.save();
	tree.put({
		'src/list.txt': `mine\n${tree.read('src/list.txt').replace('item 3\n', 'mine\n').replace('item 8\n', 'my 8\n')}`,
	});
	const {code, stdout} = await tree.call(['apply', '--from', from, '--commit'], {env: ada});
	const lines = tree.read('src/list.txt').split('\n');
	expect([code, lines[2], lines[5], lines[10], lines[11]]).toEqual([
		3,
		'item two',
		'item four',
		'item nine',
		'and ten',
	]);
	expect(stdout).toContain(
		'left uncommitted: src/list.txt 3-4, 6, 11-12 (3 changes): next to your own uncommitted edits',
	);
});
