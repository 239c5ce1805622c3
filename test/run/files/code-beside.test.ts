import {rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readGround} from '../../../source/run/analyze.ts';
import {subjectsOf} from '../../../source/run/asking/subjects.ts';
import {besideChange, besideFinding} from '../../../source/run/files/code-beside.ts';
import {follow} from '../../../source/run/generators.ts';
import {openWorktree} from '../../../source/run/worktree.ts';
import {requestFor} from '../../helpers/analyze-request.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {contextIn} from '../../tui/desk.ts';

const path = 'src/list.txt';

/** The findings of a review, and the files as a session reads them. */
async function read(tree: WorkTree, review: Review) {
	const context = contextIn(tree);
	const repository = await openWorktree(context);
	const reading = readGround(requestFor(review.save()), {isForModel: false, isShown: true, repository}, context);
	const {findings, snapshot, pullRequest} = await follow(reading, () => {});
	return {findings, snapshot, pullRequest, beside: findings.map(finding => besideFinding(finding, snapshot)!)};
}

test('words alone have the lines of today beside them, where they went', async () => {
	const tree = workTree();
	const review = reviewOf(tree).comment(path, 4, 'Why?').comment(path, [6, 7], 'Hm.');
	tree.put({[path]: `new\n${tree.read(path).replace('item 6\n', 'item six\n')}`});
	const {beside} = await read(tree, review);
	expect(beside[0]).toMatchObject({path, where: {kind: 'moved', start: 5, end: 5, reason: 'moved from line 4 to 5'}});
	expect(beside[0]!.today!.lines[4]).toBe('item 4');
	expect(beside[1]).toMatchObject({where: {kind: 'edited', start: 7, end: 8}});
	const {seen, start, end} = beside[1]!.seen!;
	expect(seen.lines.slice(start - seen.firstLine, end - seen.firstLine + 1)).toEqual(['item 6', 'item 7']);
	expect(beside[1]!.diffHunk).toContain('item 7');
});

test('a stale change has what its reviewer saw and what is there now', async () => {
	const tree = workTree();
	const review = reviewOf(tree).suggest(path, 3, ['item three']);
	tree.put({[path]: tree.read(path).replace('item 3\n', 'item 33\n')});
	const {findings, snapshot} = await read(tree, review);
	const [change] = findings[0]!.changes;
	expect(change!.replacement).toEqual(['item three']);
	const {today, where, seen} = besideChange(change!, snapshot);
	expect(where).toMatchObject({kind: 'edited', start: 3, end: 3});
	expect(today!.lines[2]).toBe('item 33');
	expect(seen!.seen.lines[seen!.start - 1]).toBe('item 3');
});

test('a comment on deleted lines or on the whole file is nowhere in particular', async () => {
	const tree = workTree();
	const review = reviewOf(tree)
		.comment(path, 4, 'Keep it.', {diffSide: 'LEFT', diffHunk: '@@ -3,2 +3,1 @@\n item 3\n-item 3.5'})
		.comment(path, 1, 'Split this file.', {subjectType: 'FILE', line: null, originalLine: null});
	const {beside, findings, pullRequest, snapshot} = await read(tree, review);
	const reasons = ['the comment is on lines that the pull request deletes', ''];
	for (const [index, {where, seen, today}] of beside.entries()) {
		expect([where, seen]).toEqual([{kind: 'unknown', reason: reasons[index]}, null]);
		expect(today).not.toBeNull();
	}
	// A model must not take old line numbers for new ones either.
	for (const {places} of subjectsOf(findings, pullRequest, snapshot)) expect(places).toEqual([{path, lines: null}]);
});

test('a renamed file is shown under its new name', async () => {
	const tree = workTree();
	const review = reviewOf(tree).comment(path, 4, 'Why?');
	tree.git('mv', path, 'src/names.txt');
	const [beside] = (await read(tree, review)).beside;
	expect(beside).toMatchObject({
		path: 'src/names.txt',
		where: {kind: 'exact', start: 4, reason: `the file was renamed from ${path}`},
	});
});

test.each<[string, (tree: WorkTree) => void, string]>([
	['deleted', tree => rmSync(join(tree.root, path)), 'the file no longer exists'],
	['binary', tree => tree.put({[path]: 'a\0b\n'}), 'the file is binary'],
	[
		'a link',
		tree => {
			rmSync(join(tree.root, path));
			symlinkSync('/etc/hosts', join(tree.root, path));
		},
		'the path contains a symbolic link',
	],
])('a file that is %s leaves the diff hunk and a reason', async (_, spoil, reason) => {
	const tree = workTree();
	const review = reviewOf(tree).comment(path, 4, 'Why?');
	spoil(tree);
	const [beside] = (await read(tree, review)).beside;
	expect(beside).toMatchObject({path, today: null, where: {kind: 'unknown', reason}});
	expect(beside!.seen).toMatchObject({start: 4, end: 4});
});

test('a read-only file is shown', async () => {
	const tree = workTree();
	const review = reviewOf(tree).comment(path, 4, 'Why?');
	tree.chmod(path, 0o444);
	const [beside] = (await read(tree, review)).beside;
	expect(beside).toMatchObject({where: {kind: 'exact', start: 4}});
});
