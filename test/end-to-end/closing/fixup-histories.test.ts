import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {committed} from './committing.ts';
import {autosquash, subjects} from './fixing-up.ts';

/** Few different lines, so that most of them are in a file several times. */
const line: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', '}', '', 'x = 1');
const edit = fc.record({at: fc.nat(30), removed: fc.nat(3), added: fc.array(line, {maxLength: 3})});
const histories = fc.record({
	start: fc.array(line, {minLength: 6, maxLength: 20}),
	commits: fc.array(fc.array(edit, {minLength: 1, maxLength: 2}), {minLength: 2, maxLength: 6}),
	suggestions: fc.array(fc.record({at: fc.nat(30), count: fc.integer({min: 1, max: 3})}), {minLength: 1, maxLength: 4}),
});

type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const path = 'code.txt';

/** A branch `feature` with a commit for each version but the first, which is that of `main`. */
function branchOf(versions: readonly string[]): WorkTree {
	const tree = workTree();
	const commits = versions.map((content, index) =>
		[
			`commit refs/heads/${index === 0 ? 'main' : 'feature'}`,
			`mark :${index + 1}`,
			`committer A Tester <tester@example.com> ${1_700_000_000 + index} +0000`,
			`data ${`Commit ${index}`.length}\nCommit ${index}`,
			`from ${index === 0 ? 'refs/heads/main^0' : `:${index}`}`,
			`M 644 inline ${path}\ndata ${content.length}\n${content}`,
		].join('\n'),
	);
	const input = commits.join('\n');
	execFileSync('git', ['fast-import', '--quiet'], {cwd: tree.root, env: tree.env, input});
	tree.git('checkout', '-q', '-f', 'feature');
	return tree;
}

function versionsOf({start, commits}: History): string[][] {
	const versions = [start];
	for (const [index, edits] of commits.entries()) {
		const lines = [...versions.at(-1)!];
		for (const {at, removed, added} of edits) lines.splice(at % (lines.length + 1), removed, ...added);
		versions.push([...lines, `end ${index}`]);
	}
	return versions;
}

const treeOf = (tree: WorkTree) => tree.git('rev-parse', 'HEAD^{tree}');
const fixupsIn = (tree: WorkTree) => subjects(tree).filter(subject => subject.startsWith('fixup! '));

/** Six equal lines in a row: which of them a commit has added depends on the end from which they are compared. */
const equalLines: History = {
	start: ['b', 'b', 'a', 'b', 'a', 'a'],
	commits: [
		[{at: 2, removed: 0, added: ['a', 'a']}],
		[{at: 0, removed: 2, added: ['a', 'a']}],
		[{at: 0, removed: 0, added: ['a']}],
	],
	suggestions: [
		{at: 3, count: 1},
		{at: 0, count: 1},
	],
};

/** The line `a` was deleted and added again elsewhere, so git pairs other lines than commit by commit. */
const movedLine: History = {
	start: ['c', 'x = 1', '', 'a', 'c', '}'],
	commits: [
		[{at: 5, removed: 1, added: ['x = 1', 'x = 1']}],
		[{at: 1, removed: 3, added: ['x = 1']}],
		[{at: 0, removed: 0, added: ['a', 'x = 1', 'x = 1']}],
		[{at: 8, removed: 2, added: ['', '}']}],
	],
	suggestions: [{at: 6, count: 1}],
};

test('whatever the history is, git squashes the fixups without a conflict', async () => {
	let fixups = 0;
	const property = fc.asyncProperty(histories, async history => {
		const versions = versionsOf(history);
		const tree = branchOf(versions.map(lines => lines.map(text => `${text}\n`).join('')));
		const last = versions.at(-1)!.length;
		const review = reviewOf(tree);
		for (const [index, {at, count}] of history.suggestions.entries()) {
			const start = 1 + (at % last);
			review.suggest(path, [start, Math.min(start + count - 1, last)], [`NEW ${index}`]);
		}
		await committed(tree, review.save(), '--fixup');
		const [before, made] = [treeOf(tree), fixupsIn(tree)];
		fixups += made.length;
		if (made.length > 0) autosquash(tree);
		expect([treeOf(tree), fixupsIn(tree)]).toEqual([before, []]);
	});
	const examples: [History][] = [[equalLines], [movedLine]];
	await fc.assert(property, {numRuns: examples.length + 15, examples});
	expect(fixups).toBeGreaterThan(0);
});
