import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {committed, exactly} from './committing.ts';

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
	const from = reviewOf(tree).suggest('src/list.txt', 4, ['item four']).save();
	const {code, report} = await committed(tree, from);
	expect(code).toBe(3);
	expect(report.uncommitted).toMatchObject([{reason: 'git stores the file through the filter lfs'}]);
	expect(tree.read('src/list.txt')).toContain('item four');
	expect(tree.head).toBe(parent);
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
	const names = ['-dash.txt', 'with "quotes" and blanks.txt', 'ümlaut\ttab.txt', 'glob[*].txt'];
	const tree = workTree(Object.fromEntries(names.map(name => [name, 'one\ntwo\nthree\n'])));
	tree.chmod('-dash.txt', 0o755).commit();
	const review = reviewOf(tree);
	for (const name of names) review.suggest(name, 2, ['TWO']);
	const {code, report} = await committed(tree, review.save());
	expect([code, report.uncommitted]).toEqual([0, []]);
	expect(tree.git('status', '--porcelain')).toBe('');
	expect(tree.git('ls-tree', 'HEAD', '--', '-dash.txt')).toMatch(/^100755 /);
	expect(tree.git('diff', 'HEAD^', 'HEAD', '--shortstat')).toContain(
		'4 files changed, 4 insertions(+), 4 deletions(-)',
	);
});
