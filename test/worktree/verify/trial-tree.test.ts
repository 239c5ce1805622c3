import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {writeFiles} from '../../../source/worktree/apply.ts';
import {openJournal} from '../../../source/worktree/journal.ts';
import {inTrialTree, type TrialTree} from '../../../source/worktree/verify/trial-tree.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {edit, processes, run, startJob, targetOf} from '../folders.ts';

type Texts = Record<string, string>;

const before: Texts = {'src/a.txt': 'a\n', 'src/b.txt': 'b\n', 'src/c.txt': 'c\n'};
const after: Texts = {'src/a.txt': 'A\n', 'src/b.txt': 'B\n', 'src/c.txt': 'C\n'};
const paths = Object.keys(before);
const textsIn = (tree: WorkTree): Texts => Object.fromEntries(paths.map(path => [path, tree.read(path)]));
const only = (...names: string[]): Texts =>
	Object.fromEntries(paths.map(path => [path, names.includes(path) ? after[path]! : before[path]!]));
const contentsOf = (texts: Texts) => new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));

/** A tree to which a run has written. */
async function writtenTree(): Promise<{tree: WorkTree; id: string}> {
	const tree = workTree(before);
	const files = paths.map(path => edit(path, before[path]!, after[path]!));
	const {id} = await writeFiles({...targetOf(tree.root), run, files});
	return {tree, id: id!};
}

const verifyIn = (tree: WorkTree, id: string, work: (tree: TrialTree) => Promise<void>) =>
	inTrialTree({...targetOf(tree.root), id, empty: {titles: []}}, work);

const journalOf = (tree: WorkTree) => openJournal(join(tree.root, '.git/pr-resolve'), processes);

test('a file that is not in the contents is as before the run, and the run has what was aimed at last', async () => {
	const {tree, id} = await writtenTree();
	await verifyIn(tree, id, async trials => {
		await trials.write(contentsOf({'src/b.txt': after['src/b.txt']!}));
		expect(textsIn(tree)).toEqual(only('src/b.txt'));
		await trials.aim(contentsOf({'src/b.txt': after['src/b.txt']!}), {});
	});
	expect(await journalOf(tree).read(id)).toMatchObject({
		state: 'done',
		written: ['src/b.txt'],
		files: [{path: 'src/b.txt'}],
	});
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(textsIn(tree)).toEqual(before);
});

test('what others have changed meanwhile stays as it is', async () => {
	const {tree, id} = await writtenTree();
	await verifyIn(tree, id, async trials => {
		tree.put({'src/a.txt': 'mine\n'});
		expect(await trials.changed()).toEqual(['src/a.txt']);
		expect(await trials.write(new Map())).toEqual(['src/a.txt']);
		expect(textsIn(tree)).toEqual({...before, 'src/a.txt': 'mine\n'});
	});
});

test('where nothing is left, the run counts as undone', async () => {
	const {tree, id} = await writtenTree();
	await verifyIn(tree, id, async trials => {
		await trials.write(new Map());
	});
	expect(await journalOf(tree).read(id)).toMatchObject({state: 'undone', files: []});
});

describe('a process killed at any change of the file system', () => {
	const sets = [only('src/a.txt', 'src/b.txt', 'src/c.txt'), before, only('src/a.txt'), only('src/a.txt', 'src/c.txt')];
	const trials = sets.map((texts, index) => ({texts, passes: index === 2}));

	test('leaves a run that can be undone, or finished with what passed last', async () => {
		const {tree: written, id} = await writtenTree();
		const seen = {interrupted: 0, passed: 0};
		for (let killAt = 1; ; killAt += 1) {
			const tree = written.copy();
			const job = {do: 'verify', id, trials, root: tree.root, records: join(tree.root, '.git/pr-resolve')};
			const {exitCode} = await startJob(job, {killAt}).done;
			if (exitCode === 0) break;
			const [found] = await journalOf(tree).interrupted();
			if (!found) continue;
			seen.interrupted += 1;
			const finished = tree.copy();
			expect((await tree.call(['undo'])).code).toBe(0);
			expect(textsIn(tree)).toEqual(before);
			const {code} = await finished.call(['apply', '--continue']);
			const left = textsIn(finished);
			expect([before, only('src/a.txt')]).toContainEqual(left);
			const hasPassed = left['src/a.txt'] === 'A\n';
			// Without changes that passed, the run is to be repeated.
			expect(code).toBe(hasPassed ? 0 : 3);
			if (hasPassed) seen.passed += 1;
			expect(await journalOf(finished).interrupted()).toEqual([]);
		}
		expect(seen.interrupted).toBeGreaterThan(20);
		expect(seen.passed).toBeGreaterThan(5);
		expect(seen.passed).toBeLessThan(seen.interrupted);
	});
});
